'use strict';
// A symbol that a worker throws arrives as the registered symbol of its description.
const { Worker } = require('worker_threads');

async function main() {
  for (const code of ['throw Symbol.for("a")', 'throw Symbol("b")', 'throw Symbol()', 'throw Symbol.iterator', 'throw 7n', 'throw () => {}']) {
    await new Promise((resolve) => {
      new Worker(code, { eval: true }).on('error', (error) => console.log(code, typeof error, error, typeof error === 'symbol' && Symbol.keyFor(error))).on('exit', resolve);
    });
  }
}

main();
