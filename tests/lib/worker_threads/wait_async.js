'use strict';
// Atomics.waitAsync: what it answers and refuses, in which order promises are resolved, and what becomes of those that wait when
// nothing else is alive or their thread ends.
const { Worker } = require('worker_threads');
const { once } = require('events');

const cells = new Int32Array(new SharedArrayBuffer(64));
const big = new BigInt64Array(new SharedArrayBuffer(64));

console.log(Atomics.waitAsync.name, Atomics.waitAsync.length, Object.keys(Atomics).length);
console.log(Atomics.waitAsync(cells, 0, 1), Atomics.waitAsync(cells, 0, 0, 0), Atomics.waitAsync(cells, '1.9', 0, -1), Atomics.waitAsync(big, 0, 1n));
for (const args of [[], [1], [new Uint8Array(4), 0, 0], [new Int32Array(4), 0, 0], [cells, 16, 0], [cells, -1, 0], [cells, 0, 1n], [big, 0, 1], [cells, 0, 0, 1n],
  [cells, 0, Symbol('a')]]) {
  try {
    console.log(Atomics.waitAsync(...args));
  } catch (error) {
    console.log(`${error.name}: ${error.message}`);
  }
}

async function main() {
  const order = [];
  const waits = (name, timeout) => Atomics.waitAsync(cells, 0, 0, timeout).value.then((how) => { order.push(`${name} ${how}`); });
  const promises = [waits('a'), waits('b', 1e6), waits('c'), waits('d', NaN)];
  console.log(Atomics.notify(cells, 0, 2), Atomics.notify(cells, 4));
  await Promise.all(promises.slice(0, 2));
  console.log(order.join(), Atomics.notify(cells, 0));
  await Promise.all(promises);
  console.log(order.join(), Atomics.notify(cells, 0));

  // Nothing else wakes the loop in time, but something keeps it alive.
  const alive = setTimeout(() => {}, 1e6);
  const late = Atomics.waitAsync(cells, 0, 0, 30);
  console.log(late, await late.value, Atomics.notify(cells, 0));

  const waker = new Worker(`
    const { workerData: big } = require('worker_threads');
    Atomics.store(big, 1, -5n);
    while (Atomics.notify(big, 1) === 0);
  `, { eval: true, workerData: big });
  // The worker may have ended before the promise is settled.
  const exited = once(waker, 'exit');
  console.log(await Atomics.waitAsync(big, 1, 0n).value, big[1]);
  await exited;
  console.log(['-5n', -5n + (1n << 64n), -5n + (1n << 32n)].map((value) => Atomics.waitAsync(big, 1, BigInt(String(value).replace('n', '')), 0).value));

  const thread = new Worker(`
    const { parentPort, workerData: cells } = require('worker_threads');
    parentPort.postMessage('promise');
    Atomics.waitAsync(cells, 2, 0).value.then((how) => { parentPort.postMessage(how); clearInterval(alive); });
    parentPort.postMessage('waits');
    const alive = setInterval(() => {}, 1e6);
  `, { eval: true, workerData: cells });
  thread.on('message', (message) => { if (message === 'waits') console.log('woken', Atomics.notify(cells, 2)); else console.log(message); });
  await once(thread, 'exit');

  const ended = new Worker(`
    const { parentPort, workerData: cells } = require('worker_threads');
    for (const timeout of [undefined, 1e6]) Atomics.waitAsync(cells, 3, 0, timeout);
    parentPort.postMessage('waits');
    setInterval(() => {}, 1e6);
  `, { eval: true, workerData: cells });
  await once(ended, 'message');
  console.log(await ended.terminate(), Atomics.notify(cells, 3));
  const done = new Worker('Atomics.waitAsync(require("worker_threads").workerData, 3, 0).value.then(console.log)', { eval: true, workerData: cells });
  console.log(await once(done, 'exit'), Atomics.notify(cells, 3));

  clearTimeout(alive);
  Atomics.waitAsync(cells, 5, 0).value.then(() => console.log('never'));
  Atomics.waitAsync(cells, 5, 0, 1e5).value.then(() => console.log('never'));
  process.on('exit', () => console.log('exit'));
}

main();
