'use strict';
// Without the parent's port: broadcast channels, ports that were handed on, postMessageToThread, a shared environment.

const {
  Worker, BroadcastChannel, MessageChannel, SHARE_ENV, getEnvironmentData, isMainThread, parentPort, postMessageToThread,
  receiveMessageOnPort, setEnvironmentData, threadId, workerData,
} = require('worker_threads');

const once = (target, name) => new Promise((resolve) => target.once(name, resolve));
const failure = (promise) => promise.then(() => 'fine', (error) => error.code);

async function main() {
  setEnvironmentData('colour', { name: 'green' });
  process.env.SHARED_BEFORE = 'b';
  const channel = new BroadcastChannel('all');
  const { port1, port2 } = new MessageChannel();
  port1.postMessage('sent before the port moved');
  const worker = new Worker(__filename, { workerData: { port2 }, transferList: [port2], env: SHARE_ENV });
  console.log(await once(worker, 'message'));
  port1.postMessage('sent after');
  console.log(await once(port1, 'message'));
  channel.postMessage({ to: 'all' });
  console.log('broadcast back:', await new Promise((resolve) => { channel.onmessage = ({ data }) => resolve(data); }));
  channel.close();
  console.log(process.env.SHARED_AFTER, process.env.SHARED_BEFORE);
  console.log(await failure(postMessageToThread(threadId, 1)), await failure(postMessageToThread(999, 1)));
  console.log(await failure(postMessageToThread(worker.threadId, { a: 1 })), await failure(postMessageToThread(worker.threadId, 'throw')));
  process.on('workerMessage', (value, source) => console.log('workerMessage', value, source === worker.threadId));
  worker.postMessage('answer by thread');
  console.log(await once(worker, 'message'));
  console.log('port closes:', await new Promise((resolve) => {
    port1.on('close', () => resolve('yes'));
    worker.postMessage('end');
  }));
}

async function thread() {
  const { port2 } = workerData;
  const channel = new BroadcastChannel('all');
  const heard = new Promise((resolve) => { channel.onmessage = ({ data }) => resolve(data); });
  process.on('workerMessage', (value) => {
    if (value === 'throw') throw new Error('thrown by the listener');
  });
  parentPort.postMessage([receiveMessageOnPort(port2), receiveMessageOnPort(port2), getEnvironmentData('colour')]);
  port2.once('message', (message) => port2.postMessage(`heard: ${message}`));
  const data = await heard;
  process.env.SHARED_AFTER = 'set by the worker';
  delete process.env.SHARED_BEFORE;
  channel.postMessage({ again: data });
  channel.close();
  parentPort.on('message', async (message) => {
    if (message === 'end') process.exit();
    await postMessageToThread(0, 'from the worker');
    parentPort.postMessage('answered');
  });
}

if (isMainThread) main();
else thread();
