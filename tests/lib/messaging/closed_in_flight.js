'use strict';
// Ports that close while messages are under way, on one thread and between two: what had been sent before arrives or is
// dropped as in Node, 'close' comes once at either end, and nobody waits for ever.
const { MessageChannel, Worker, receiveMessageOnPort } = require('worker_threads');

const closed = (port) => new Promise((resolve) => { port.once('close', resolve); });

async function sender() {
  const { port1, port2 } = new MessageChannel();
  const heard = [];
  port2.on('message', (message) => heard.push(message));
  for (let i = 0; i < 3; i++) port1.postMessage(i);
  port1.close();
  port1.postMessage('late');
  await Promise.all([closed(port1), closed(port2)]);
  console.log('the sender closes', heard, port2.postMessage('to nobody'));
}

async function receiver() {
  const { port1, port2 } = new MessageChannel();
  const heard = [];
  port2.on('message', (message) => {
    heard.push(message);
    if (message === 1) port2.close();
  });
  for (let i = 0; i < 4; i++) port1.postMessage(i);
  await Promise.all([closed(port1), closed(port2)]);
  console.log('the receiver closes', heard);
}

async function carried() {
  const { port1, port2 } = new MessageChannel();
  const inner = new MessageChannel();
  port1.postMessage('port', [inner.port1]);
  port2.close();
  await Promise.all([closed(port2), closed(inner.port2)]);
  console.log('a port that was in a message nobody reads is closed with it', receiveMessageOnPort(port1));
}

async function betweenThreads() {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(`
    const { workerData: port } = require('worker_threads');
    port.on('message', (message) => {
      for (let i = 0; i < 1000; i++) port.postMessage(i);
      port.close();
    });
  `, { eval: true, workerData: port2, transferList: [port2] });
  let count = 0;
  port1.on('message', () => count++);
  port1.postMessage('go');
  await Promise.all([closed(port1), new Promise((resolve) => { worker.once('exit', resolve); })]);
  console.log('a thread closes after a thousand', count);
}

async function killed() {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(`
    const { workerData: port } = require('worker_threads');
    port.on('message', () => {});
    port.postMessage('here');
  `, { eval: true, workerData: port2, transferList: [port2] });
  await new Promise((resolve) => { port1.once('message', resolve); });
  for (let i = 0; i < 100; i++) port1.postMessage(new ArrayBuffer(1000));
  const [code] = await Promise.all([worker.terminate(), closed(port1)]);
  console.log('a thread is ended with messages under way', code, worker.postMessage('late'));
}

(async () => {
  // A port that nobody listens at keeps nothing alive.
  const alive = setInterval(() => {}, 1000);
  await sender();
  await receiver();
  await carried();
  await betweenThreads();
  await killed();
  clearInterval(alive);
})();
