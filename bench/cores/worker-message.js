'use strict';
// From `new Worker` to the first message of its program: what 'online' does not tell.
const { Worker } = require('node:worker_threads');
const path = require('node:path');
const { median, now, report } = require('./measure.js');

const COUNT = 20;
const file = path.join(__dirname, 'idle.js');

function start() {
  return new Promise((resolve, reject) => {
    const begin = now();
    const worker = new Worker(file);
    worker.on('error', reject);
    worker.once('message', async () => {
      const took = now() - begin;
      await worker.terminate();
      resolve(took);
    });
  });
}

async function main() {
  const taken = [];
  await start();
  for (let i = 0; i < COUNT; i++) taken.push(await start());
  report(taken.length, 'ns', median(taken));
}

main();
