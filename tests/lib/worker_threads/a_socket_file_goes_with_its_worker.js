// The file of a Unix socket is unlinked when the worker that listens there ends, however it ends.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker } = require('worker_threads');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-socket-'));
const file = path.join(folder, 'socket');
const listening = `const { parentPort, workerData } = require('worker_threads');
require('net').createServer().listen(workerData, () => parentPort.postMessage('listening'));`;

(async () => {
  for (const [how, text] of [
    ['terminate', ''],
    ['exit', 'parentPort.once("message", () => process.exit());'],
    ['error', 'parentPort.once("message", () => { throw new Error("on purpose"); });'],
  ]) {
    const worker = new Worker(listening + text, { eval: true, workerData: file });
    worker.on('error', () => {});
    await new Promise((resolve) => worker.once('message', resolve));
    console.log(how, fs.existsSync(file));
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    if (how === 'terminate') worker.terminate();
    else worker.postMessage('end');
    await ended;
    console.log(how, fs.existsSync(file));
  }
  fs.rmdirSync(folder);
})();
