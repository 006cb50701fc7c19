'use strict';
// A worker that computes on request: no allocation, no system calls.
const { parentPort } = require('node:worker_threads');

function work() {
  let x = 1;
  for (let i = 0; i < 150_000_000; i++) x = (Math.imul(x, 1103515245) + 12345) | 0;
  return x;
}

parentPort.on('message', () => parentPort.postMessage(work()));
