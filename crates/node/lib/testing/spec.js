'use strict';
// The `spec` reporter: a tree of check marks and crosses, then the failed tests with their errors.

const { arrayJoin, arrayMap, arrayPush, stringRepeat, stringSplit } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const globals = require('globals');

const SYMBOLS = { pass: '✔', fail: '✖', skip: '﹣', todo: '⚠', note: 'ℹ', open: '▶' };
const COLOURS = { pass: 'green', fail: 'red', skip: 'gray', todo: 'yellow', note: 'blue' };

class SpecWriter {
  #stream;
  #failed = [];

  constructor(stream) { this.#stream = stream; }

  #line(indent, kind, text) {
    const line = `${stringRepeat('  ', indent)}${text}\n`;
    const colour = COLOURS[kind];
    this.#stream.write(colour === undefined ? line : require('util').styleText(colour, line, { stream: this.#stream }));
  }

  start(test) { this.#line(test.nesting, 'open', `${SYMBOLS.open} ${test.name}`); }

  result(test) {
    const kind = kindOf(test);
    this.#line(test.nesting, kind, resultText(test, kind));
    for (const note of each(test.diagnostics)) this.#line(test.nesting, 'note', `${SYMBOLS.note} ${note}`);
    if (test.error !== null && test.error.failureType !== 'subtestsFailed') arrayPush(this.#failed, test);
  }

  summary(counts, root) {
    const note = (text) => this.#line(0, 'note', `${SYMBOLS.note} ${text}`);
    note(`tests ${counts.tests}`);
    note(`suites ${counts.suites}`);
    note(`pass ${counts.passed}`);
    note(`fail ${counts.failed}`);
    note(`cancelled ${counts.cancelled}`);
    note(`skipped ${counts.skipped}`);
    note(`todo ${counts.todo}`);
    note(`duration_ms ${root.milliseconds}`);
    if (this.#failed.length === 0) return;
    this.#stream.write('\n');
    this.#line(0, 'fail', `${SYMBOLS.fail} failing tests:`);
    for (const test of each(this.#failed)) {
      const { location } = test;
      this.#stream.write('\n');
      if (location) this.#stream.write(`test at ${require('path').relative(globals.process.cwd(), location.file)}:${location.line}:${location.column}\n`);
      const kind = kindOf(test);
      this.#line(0, kind, resultText(test, kind));
      const text = require('util').inspect(test.error.cause, { colors: false });
      this.#stream.write(`${arrayJoin(arrayMap(stringSplit(text, '\n'), (line) => `  ${line}`), '\n')}\n`);
    }
  }
}

function kindOf(test) {
  if (test.error !== null) return test.isTodo ? 'todo' : 'fail';
  return test.skipped ? 'skip' : 'pass';
}

function resultText(test, kind) {
  const directive = test.skipped ? ` # ${test.message ?? 'SKIP'}` : test.isTodo ? ` # ${test.message ?? 'TODO'}` : '';
  return `${SYMBOLS[kind]} ${test.name} (${test.milliseconds}ms)${directive}`;
}

module.exports = { SpecWriter };
