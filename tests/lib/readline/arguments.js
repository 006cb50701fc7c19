'use strict';
// What is refused, and how; what the defaults are; the sequences that are written.
const readline = require('readline');
const promises = require('readline/promises');
const { PassThrough, Writable } = require('stream');

const stream = () => new PassThrough();
const screen = () => new Writable({
  write(chunk, encoding, done) {
    console.log('  written', JSON.stringify(String(chunk)));
    done();
  },
});

function attempt(name, action) {
  try {
    console.log(name, action());
  } catch (error) {
    console.log(name, 'throws', error.name, error.code, error.message);
  }
}

for (const options of [
  {}, { historySize: 'a' }, { historySize: -1 }, { historySize: NaN }, { historySize: 0 }, { historySize: null }, { history: 1 },
  { completer: 1 }, { completer: null }, { tabSize: 0 }, { tabSize: 'a' }, { tabSize: 3 }, { escapeCodeTimeout: 'x' },
  { escapeCodeTimeout: Infinity }, { escapeCodeTimeout: 5 }, { crlfDelay: 'x' }, { crlfDelay: 5000 }, { crlfDelay: 0 },
  { signal: 1 }, { removeHistoryDuplicates: 1 }, { prompt: 5 },
]) {
  attempt(JSON.stringify(options), () => {
    const rl = readline.createInterface({ input: stream(), ...options });
    return [rl.crlfDelay, rl.historySize, rl.history, rl.tabSize, rl.getPrompt(), rl.escapeCodeTimeout, rl.terminal];
  });
}
attempt('no arguments', () => readline.createInterface());
attempt('a completer that is none', () => readline.createInterface(stream(), stream(), 1));

const closed = readline.createInterface({ input: stream(), output: stream(), terminal: true });
closed.close();
for (const method of ['pause', 'resume', 'close', 'prompt', 'setPrompt', 'write', 'clearLine', 'getCursorPos', 'question']) {
  attempt(`${method} after close`, () => closed[method]('a', () => {}));
}
const open = readline.createInterface({ input: stream(), output: stream(), terminal: true });
attempt('question with a bad signal', () => open.question('a', { signal: 1 }, () => {}));
attempt('question that is aborted', () => open.question('a', { signal: AbortSignal.abort() }, () => {}));
attempt('question without a callback', () => open.question('a', 5));
attempt('_writeToOutput of a number', () => open._writeToOutput(5));

for (const args of [[], [null], ['x'], [screen()], [screen(), { autoCommit: 1 }], [screen(), 5], [screen(), null]]) {
  attempt(`new Readline of ${args.length}`, () => new promises.Readline(...args) instanceof promises.Readline);
}

const calls = {
  cursorTo: [[], ['a', 'b'], ['a', 1], [1, 'a'], [NaN], [1, NaN], [1, () => console.log('called back')], [1, 2, null], [1, 2, 5], [4, 2]],
  moveCursor: [[], [0, 0, () => console.log('called back')], [-1, 2], [1, -2], [1, 'x'], [1, 1, {}]],
  clearLine: [[-1], [1], [], [1, 5]],
  clearScreenDown: [[], [5]],
};
for (const method of Object.keys(calls)) {
  for (const args of calls[method]) {
    attempt(`${method}(${args.map(String)})`, () => readline[method](screen(), ...args));
    attempt(`${method}(${args.map(String)}) without a stream`, () => readline[method](undefined, ...args));
  }
}

async function writer() {
  const readlineWriter = new promises.Readline(screen());
  for (const [method, ...args] of [
    ['cursorTo'], ['cursorTo', 'a'], ['cursorTo', 1, 'b'], ['cursorTo', 1.5], ['cursorTo', 1, null], ['cursorTo', 1, 2], ['moveCursor'],
    ['moveCursor', 1], ['moveCursor', 1, 1], ['moveCursor', 0, 0], ['clearLine'], ['clearLine', 5], ['clearLine', 0], ['clearLine', -1],
    ['clearScreenDown'],
  ]) {
    attempt(`${method}(${args.map(String)})`, () => readlineWriter[method](...args) === readlineWriter);
  }
  await readlineWriter.commit();
  await readlineWriter.clearLine(1).rollback().commit();
  new promises.Readline(screen(), { autoCommit: true }).cursorTo(1).clearLine(1);
  const asking = promises.createInterface({ input: stream(), output: stream() });
  for (const signal of [1, AbortSignal.abort('why')]) {
    await asking.question('q', { signal }).catch((error) => console.log(error.name, error.code, error.message, error.cause));
  }
  asking.close();
  await asking.question('x').catch((error) => console.log(error.name, error.code, error.message));
}
writer();
