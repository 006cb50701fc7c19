'use strict';
const path = require('path');
const workers = require('worker_threads');
const { once } = require('events');
const { eight } = require('./fixtures/eight.js');

const { Worker, MessageChannel } = workers;
const echo = path.join(__dirname, 'fixtures', 'echo_worker.js');
const messages = eight((index) => ({ id: index, name: 'text', list: [1, 2, 3] }));
const text = 'x'.repeat(65536);
let worker;

exports.open = async () => {
  worker = new Worker(echo);
  await once(worker, 'online');
};

exports.close = () => worker.terminate();

exports.calls = {
  'isMainThread and threadId': () => workers.isMainThread && workers.threadId,
  'setEnvironmentData and getEnvironmentData': (turn) => {
    workers.setEnvironmentData('calls', turn);
    return workers.getEnvironmentData('calls');
  },
  'Atomics.add in shared memory': (turn) => Atomics.add(shared, turn & 7, 1),
  'new SharedArrayBuffer(1024)': () => new SharedArrayBuffer(1024),
};

const shared = new Int32Array(new SharedArrayBuffer(64));

const answer = (message, transfer) => new Promise((resolve) => {
  worker.once('message', resolve);
  worker.postMessage(message, transfer);
});

exports.operations = {
  'small object there and back': (turn) => answer(messages[turn & 7]),
  '64 KB of text there and back': () => answer(text),
  '1 MB transferred there and back': () => {
    const memory = new ArrayBuffer(1048576);
    return answer(memory, [memory]);
  },
  'shared memory there and back': () => answer(shared),
  '50 messages there and back': () => new Promise((resolve) => {
    let left = 50;
    worker.on('message', function listener(message) {
      if (--left > 0) return;
      worker.off('message', listener);
      resolve(message);
    });
    for (let count = 0; count < 50; count++) worker.postMessage(messages[count & 7]);
  }),
  'message over a port that was sent': (turn) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.once('message', (message) => {
      port1.close();
      resolve(message);
    });
    worker.postMessage({ port: port2, value: turn }, [port2]);
  }),
  "new Worker to 'exit'": async () => once(new Worker('0', { eval: true }), 'exit'),
  'new Worker to its first message': async () => {
    const started = new Worker(echo);
    started.postMessage(1);
    const [message] = await once(started, 'message');
    await started.terminate();
    return message;
  },
};
