'use strict';
// A message to a worker and back, one at a time: the time of a round trip after warm-up.
const { Worker } = require('node:worker_threads');
const path = require('node:path');
const { now, report } = require('./measure.js');

// `send(post, turn, answer)` posts the next one, the first without an answer; `amount(answer)` is summed up.
exports.measureAnswers = ({ warm, count, send, amount }) => {
  const worker = new Worker(path.join(__dirname, 'answers.js'));
  const post = (...message) => worker.postMessage(...message);
  let turn = 0;
  let sum = 0;
  let begin;
  worker.on('message', (answer) => {
    sum += amount(answer);
    turn++;
    if (turn === warm) {
      begin = now();
      sum = 0;
    }
    if (turn < warm + count) {
      send(post, turn, answer);
      return;
    }
    report(sum, 'ns', (now() - begin) / count);
    worker.terminate();
  });
  send(post, 0);
};
