'use strict';
// A FileHandle in a message that is never received is closed with the message.
const fs = require('fs');
const { open } = require('fs/promises');
const { MessageChannel, Worker } = require('worker_threads');

const isOpen = (fd) => fs.existsSync(`/proc/self/fd/${fd}`) && fs.readlinkSync(`/proc/self/fd/${fd}`) === __filename;

async function post(port) {
  const handle = await open(__filename);
  const { fd } = handle;
  port.postMessage(handle, [handle]);
  console.log(handle.fd, isOpen(fd));
  return fd;
}

(async () => {
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
  const unheard = await post(worker);
  await worker.terminate();
  console.log('terminated', isOpen(unheard));

  const { port1, port2 } = new MessageChannel();
  const other = new Worker('require("worker_threads").workerData.close(); setInterval(() => {}, 1000)', { eval: true, workerData: port2, transferList: [port2] });
  await new Promise((resolve) => { port1.on('close', resolve); });
  const handle = await open(__filename);
  const { fd } = handle;
  port1.postMessage(handle, [handle]);
  console.log('closed', handle.fd, isOpen(fd));
  await other.terminate();

  // One that arrives stays open.
  const reader = new Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.once('message', async (handle) => {
      const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0);
      parentPort.postMessage(handle, [handle]);
      parentPort.postMessage(buffer.toString());
    });`, { eval: true });
  const sent = await post(reader);
  const back = await new Promise((resolve) => { reader.once('message', resolve); });
  console.log(back.fd === sent, await new Promise((resolve) => { reader.once('message', resolve); }));
  await reader.terminate();
  console.log('back', isOpen(sent), (await back.read(Buffer.alloc(12), 0, 12, 0)).buffer.toString());
  await back.close();
  console.log(isOpen(sent));
})();
