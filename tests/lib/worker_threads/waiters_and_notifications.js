'use strict';
// Atomics.wait and Atomics.notify over threads: who waited longest is woken first, counts are exact, WebAssembly's instructions
// and JavaScript's functions reach each other, and terminate() ends a thread that waits in either.
const { Worker } = require('worker_threads');
const { once } = require('events');

// Before there is any worker.
const { notify, wait } = Atomics;

// (module (import "m" "m" (memory 1 1 shared)) (func (export "wait") memory.atomic.wait32) (func (export "notify") memory.atomic.notify))
const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 14, 2, 96, 3, 127, 127, 126, 1, 127, 96, 2, 127, 127, 1, 127, 2, 9, 1, 1, 109, 1,
  109, 2, 3, 1, 1, 3, 3, 2, 0, 1, 7, 17, 2, 4, 119, 97, 105, 116, 0, 0, 6, 110, 111, 116, 105, 102, 121, 0, 1, 10, 25, 2, 12, 0, 32, 0, 32, 1,
  32, 2, 254, 1, 2, 0, 11, 10, 0, 32, 0, 32, 1, 254, 0, 2, 0, 11]);
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { m: memory } });
const cells = new Int32Array(memory.buffer);

const program = `
  const { parentPort, workerData: { bytes, buffer, kind } } = require('worker_threads');
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  parentPort.postMessage(kind === 'wasm' ? memory.buffer : buffer);
  if (kind === 'wasm') {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { m: memory } });
    parentPort.postMessage(['ok', 'not-equal', 'timed-out'][instance.exports.wait(32, 0, -1n)]);
  } else {
    parentPort.postMessage(kind === 'big' ? Atomics.wait(new BigInt64Array(buffer), 4, 0n) : Atomics.wait(new Int32Array(buffer), 8, 0));
  }
`;

// Answers with the worker, which is about to wait at byte 32, and the memory.
async function start(kind) {
  const worker = new Worker(program, { eval: true, workerData: { bytes, buffer: memory.buffer, kind } });
  const [buffer] = await once(worker, 'message');
  worker.said = [];
  worker.on('message', (message) => worker.said.push(message));
  return { worker, view: new Int32Array(buffer) };
}

// A worker says that it waits before it does.
async function untilWoken(wake) {
  let woken = 0;
  while ((woken = wake()) === 0) await new Promise(setImmediate);
  return woken;
}

async function reaches(name, kind, wake) {
  const { worker, view } = await start(kind);
  const woken = await untilWoken(() => wake(view));
  await once(worker, 'exit');
  console.log(name, woken, worker.said);
}

async function main() {
  const big = new BigInt64Array(memory.buffer);
  await reaches('JavaScript wakes JavaScript', 'int', (view) => notify(view, 8));
  await reaches('JavaScript wakes a 64-bit wait', 'big', () => notify(big, 4, 1));
  await reaches('JavaScript wakes WebAssembly', 'wasm', (view) => notify(view, 8, 5));
  await reaches('WebAssembly wakes JavaScript', 'int', () => instance.exports.notify(32, 1));
  console.log('nobody', notify(cells, 8), notify(cells, 8, 0), notify(new Int32Array(4), 0), instance.exports.notify(32, 1));

  for (const kind of ['int', 'big', 'wasm']) {
    const [{ worker: ended }, { worker: stays, view }] = [await start(kind), await start(kind)];
    console.log(kind, 'terminated', await ended.terminate(), ended.said);
    console.log(kind, 'the other', await untilWoken(() => notify(view, 8)), await once(stays, 'exit'), stays.said);
  }

  const begun = performance.now();
  console.log(wait(cells, 8, 0, 30), performance.now() - begun >= 30, wait(cells, 8, 1), wait(big, 8, 0n, 0), wait(cells, 8, 0, -1));
}

main();
