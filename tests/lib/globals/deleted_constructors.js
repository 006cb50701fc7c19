// Programs that have deleted or replaced a global constructor: what loads afterwards still has the engine's own.
const { execFile } = require('child_process');
const names = ['Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'Date', 'Map', 'Math', 'Number', 'Object', 'Proxy', 'Reflect', 'RegExp', 'Set', 'String',
  'Symbol', 'TypeError', 'WeakMap', 'WeakRef', 'WeakSet'];
const tails = [
  'process.exit(3)',
  'process.nextTick(() => process.exitCode = 4)',
  'Promise.reject(5)',
  'setTimeout(() => { throw 6; }, 1)',
];
const run = (text) => new Promise((resolve) => {
  execFile(process.execPath, ['-e', text], { timeout: 20_000 }, (error) => resolve(error === null ? 0 : error.code ?? error.signal));
});

(async () => {
  for (const name of names) {
    const codes = [];
    for (const tail of tails) codes.push(await run(`${name === 'Proxy' ? 'globalThis.Proxy = undefined' : `delete globalThis.${name}`}; ${tail}`));
    console.log(name, codes.join(' '));
  }
})();
