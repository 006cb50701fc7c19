'use strict';
// The memory that each of ten idle workers adds to the process.
const { Worker } = require('node:worker_threads');
const fs = require('node:fs');
const path = require('node:path');
const { report } = require('./measure.js');

const COUNT = 10;
const file = path.join(__dirname, 'idle.js');

// Resident memory by the kernel's accounting, not the runtime's.
const resident = () => Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;

function start() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file);
    worker.on('error', reject);
    worker.once('message', () => resolve(worker));
  });
}

async function main() {
  // The first one loads what all share.
  const workers = [await start()];
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = resident();
  for (let i = 0; i < COUNT; i++) workers.push(await start());
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = resident();
  report(workers.length, 'bytes', (after - before) / COUNT);
  process.exit(0);
}

main();
