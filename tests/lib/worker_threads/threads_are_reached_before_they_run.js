'use strict';
// postMessageToThread() right after `new Worker`: the message waits for the thread.
const { Worker, postMessageToThread, isMainThread, workerData, parentPort, threadId } = require('worker_threads');

const report = (sent) => sent.then(() => console.log('delivered'), (error) => console.log(error.name, error.code, error.message));

async function main() {
  const thrower = new Worker(__filename, { workerData: 'throws' });
  await report(postMessageToThread(thrower.threadId));
  await report(postMessageToThread(thrower.threadId, 5));
  thrower.postMessage('end');
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const sleeper = new Worker(__filename, { workerData: gate });
  await report(postMessageToThread(sleeper.threadId, 0, 100));
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await report(postMessageToThread(99));
  await report(postMessageToThread(threadId));
  const deaf = new Worker('setTimeout(() => {}, 100)', { eval: true });
  await report(postMessageToThread(deaf.threadId, 1));
}

if (isMainThread) {
  main();
} else if (workerData === 'throws') {
  process.on('workerMessage', () => { throw new Error('KABOOM'); });
  parentPort.once('message', () => {});
} else {
  Atomics.wait(workerData, 0, 0);
}
