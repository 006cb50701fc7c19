'use strict';
// A small object to a worker and back, one at a time.
const { Worker } = require('node:worker_threads');
const path = require('node:path');
const { now, report } = require('./measure.js');

const WARM = 2_000;
const COUNT = 20_000;

const worker = new Worker(path.join(__dirname, 'answers.js'));
let turn = 0;
let sum = 0;
let begin;
worker.on('message', (message) => {
  sum += message.id;
  turn++;
  if (turn === WARM) {
    begin = now();
    sum = 0;
  }
  if (turn < WARM + COUNT) {
    worker.postMessage({ id: turn, name: 'small', tags: ['a', 'b'], at: { x: 1, y: 2 } });
    return;
  }
  report(sum, 'ns', (now() - begin) / COUNT);
  worker.terminate();
});
worker.postMessage({ id: 0, name: 'small', tags: ['a', 'b'], at: { x: 1, y: 2 } });
