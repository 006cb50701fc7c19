'use strict';
// postMessageToThread() right after `new Worker`: the message waits for the thread.
const { Worker, postMessageToThread, isMainThread, workerData, parentPort, threadId } = require('worker_threads');

const told = (sent) => sent.then(() => console.log('delivered'), (error) => console.log(error.name, error.code, error.message));

async function main() {
  const thrower = new Worker(__filename, { workerData: 'throws' });
  await told(postMessageToThread(thrower.threadId));
  await told(postMessageToThread(thrower.threadId, 5));
  thrower.postMessage('end');
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const sleeper = new Worker(__filename, { workerData: gate });
  await told(postMessageToThread(sleeper.threadId, 0, 100));
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await told(postMessageToThread(99));
  await told(postMessageToThread(threadId));
  const deaf = new Worker('setTimeout(() => {}, 100)', { eval: true });
  await told(postMessageToThread(deaf.threadId, 1));
}

if (isMainThread) {
  main();
} else if (workerData === 'throws') {
  process.on('workerMessage', () => { throw new Error('KABOOM'); });
  parentPort.once('message', () => {});
} else {
  Atomics.wait(workerData, 0, 0);
}
