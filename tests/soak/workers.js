'use strict';
// soak/workers.js COUNT: as many workers, one after another, leave nothing behind.

const { Worker } = require('worker_threads');
const { conclude, held } = require('./flat.js');

const count = Number(process.argv[2] ?? 1000);
const CODE = 'const { parentPort, workerData } = require("worker_threads"); parentPort.postMessage(workerData + 1); if (workerData % 3 === 0) setInterval(() => {}, 1000);';

function once(number) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(CODE, { eval: true, workerData: number });
    let answer;
    worker.on('error', reject);
    worker.on('message', (message) => {
      answer = message;
      // A third never ends by itself.
      if (number % 3 === 0) worker.terminate();
    });
    worker.on('exit', () => (answer === number + 1 ? resolve() : reject(new Error(`worker ${number} said ${answer}`))));
  });
}

(async () => {
  const warm = Math.ceil(count / 5);
  for (let i = 0; i < warm; i++) await once(i);
  const before = held();
  for (let i = warm; i < count; i++) await once(i);
  await conclude(before);
})();
