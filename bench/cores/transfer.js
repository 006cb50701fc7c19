'use strict';
// 1 MB to a worker and back without a copy, one at a time.
const { Worker } = require('node:worker_threads');
const path = require('node:path');
const { now, report } = require('./measure.js');

const WARM = 1_000;
const COUNT = 10_000;
const SIZE = 1 << 20;

const worker = new Worker(path.join(__dirname, 'answers.js'));
let turn = 0;
let bytes = 0;
let begin;
worker.on('message', (buffer) => {
  bytes += buffer.byteLength;
  turn++;
  if (turn === WARM) {
    begin = now();
    bytes = 0;
  }
  if (turn < WARM + COUNT) {
    worker.postMessage(buffer, [buffer]);
    return;
  }
  report(bytes, 'ns', (now() - begin) / COUNT);
  worker.terminate();
});
const first = new ArrayBuffer(SIZE);
worker.postMessage(first, [first]);
