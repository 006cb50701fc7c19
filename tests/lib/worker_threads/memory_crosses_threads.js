'use strict';
// A SharedArrayBuffer is the same memory on both sides; an ArrayBuffer in the list moves, and others are copied.

const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (isMainThread) {
  const shared = new Int32Array(new SharedArrayBuffer(16));
  const worker = new Worker(__filename, { workerData: { shared } });
  const moved = new Uint8Array([1, 2, 3, 4]);
  const copied = new Uint16Array([5, 6]);
  const resizable = new ArrayBuffer(4, { maxByteLength: 64 });
  worker.postMessage({ moved, part: moved.subarray(1, 3), copied, resizable, empty: new ArrayBuffer(0) }, [moved.buffer]);
  console.log(moved.length, moved.buffer.detached, copied.length);
  worker.on('message', (message) => {
    console.log(message);
    if (message.back !== undefined) console.log(message.back instanceof ArrayBuffer, new Uint8Array(message.back));
  });
  worker.on('exit', (code) => console.log(code, shared));
} else {
  const { shared } = workerData;
  parentPort.once('message', ({ moved, part, copied, resizable, empty }) => {
    parentPort.postMessage([moved.buffer === part.buffer, [...moved], [...part], [...copied], resizable.maxByteLength, empty.byteLength]);
    part[0] = 77;
    Atomics.add(shared, 0, 41);
    Atomics.store(shared, 1, moved[1]);
    parentPort.postMessage({ back: moved.buffer }, [moved.buffer]);
    parentPort.postMessage(moved.buffer.detached);
    parentPort.postMessage([shared.buffer instanceof SharedArrayBuffer, Atomics.wait(shared, 3, 0, 1)]);
  });
}
