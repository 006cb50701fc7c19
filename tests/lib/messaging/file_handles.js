'use strict';
// A FileHandle goes with a message when it is listed and nobody uses it: to a port here, to a copy, to a worker.
const fs = require('fs');
const { MessageChannel, Worker } = require('worker_threads');

const { port1, port2 } = new MessageChannel();
const open = () => fs.promises.open(__filename, 'r');

function attempt(what, act) {
  try {
    act();
    console.log(what, 'went');
  } catch ({ name, code, message }) {
    console.log(what, name, code, message);
  }
}

async function refused() {
  const handle = await open();
  attempt('not listed', () => port1.postMessage(handle));
  attempt('not listed', () => structuredClone(handle));
  const asked = handle.stat();
  attempt('while asked', () => port1.postMessage(handle, [handle]));
  await asked;
  attempt('beside a function', () => port1.postMessage([handle, () => {}], [handle]));
  console.log('still open', handle.fd > 0);
  await handle.close();
  attempt('closed', () => port1.postMessage(handle, [handle]));
  const streamed = await open();
  const stream = streamed.createReadStream();
  attempt('with a stream', () => port1.postMessage(streamed, [streamed]));
  stream.destroy();
}

async function handedOver() {
  const handle = await open();
  const { fd } = handle;
  handle.on('close', () => console.log('never emitted'));
  port1.postMessage({ handle }, [handle]);
  const [{ handle: arrived }] = await require('events').once(port2, 'message');
  console.log(arrived.constructor.name, arrived.fd === fd, handle.fd, (await arrived.readFile('utf8')).slice(0, 12));
  await handle.stat().catch(({ code, message, syscall }) => console.log(code, message, syscall));
  await arrived.close();
  port1.close();
  const other = await open();
  const copy = structuredClone({ other }, { transfer: [other] });
  console.log(other.fd, copy.other.fd > 0);
  await copy.other.close();
}

async function toAWorker() {
  const handle = await open();
  const worker = new Worker(`
    const { parentPort, workerData: { handle } } = require('worker_threads');
    handle.readFile('utf8').then(async (text) => {
      await handle.close();
      parentPort.postMessage(text.slice(0, 12));
    });
  `, { eval: true, workerData: { handle }, transferList: [handle] });
  console.log(handle.fd, await new Promise((resolve) => { worker.once('message', resolve); }));
}

refused().then(handedOver).then(toAWorker);
