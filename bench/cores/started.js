'use strict';
// From `new Worker` to one of its events, one after another; the median, since one in twenty coincides with a garbage collection.
const { Worker } = require('node:worker_threads');
const path = require('node:path');
const { median, now, report } = require('./measure.js');

const COUNT = 20;
const file = path.join(__dirname, 'idle.js');

function start(event) {
  return new Promise((resolve, reject) => {
    const begin = now();
    const worker = new Worker(file);
    worker.on('error', reject);
    worker.once(event, async () => {
      const took = now() - begin;
      await worker.terminate();
      resolve(took);
    });
  });
}

exports.measureStart = async (event) => {
  const taken = [];
  await start(event);
  for (let i = 0; i < COUNT; i++) taken.push(await start(event));
  report(taken.length, 'ns', median(taken));
};
