'use strict';
// A program that is an ES module but imports and exports nothing: strict, with top-level await. (Linking is issue 3.)
//
// A module's body is evaluated inside a promise job, so at its top level promise callbacks come before ticks.

const { compileModule } = binding('module');
const { triggerUncaught } = require('process/fatal');

// Node's code for a top-level await that never settled.
const UNSETTLED = 13;

let pending = null;

function runAsModule(source, url) {
  const body = compileModule(source, url);
  pending = { source, url };
  // The exit code depends on us: see process/exit.js.
  require('process/exit');
  Promise.resolve().then(body).then(
    () => { pending = null; },
    (error) => {
      pending = null;
      triggerUncaught(error, false);
    });
}

// Asked when the loop has run out of work: 13 and a word on stderr if the module still waits.
function codeIfUnsettled() {
  if (pending === null) return undefined;
  binding('stdio').write(2, `Warning: Detected unsettled top-level await at ${place(pending.source, pending.url)}\n\n\n\n`);
  return UNSETTLED;
}

// The line of the await, where only one can be meant.
function place(source, url) {
  const lines = source.split('\n');
  const candidates = lines.flatMap((line, index) => (/^[^/]*\bawait\b/.test(line) ? [index] : []));
  if (candidates.length !== 1) return url;
  const line = lines[candidates[0]];
  const column = line.search(/\bawait\b/);
  return `${url}:${candidates[0] + 1}\n${line}\n${' '.repeat(column)}^`;
}

module.exports = { runAsModule, codeIfUnsettled };
