'use strict';
// Two equal tasks on two workers against the same two on one: the share of its time. 0.5 is the minimum.
const { Worker } = require('node:worker_threads');
const path = require('node:path');
const { now, report } = require('./measure.js');

const file = path.join(__dirname, 'counts.js');

function ask(worker) {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.postMessage('count');
  });
}

async function main() {
  const [one, two] = [new Worker(file), new Worker(file)];
  // Warm-up for the JIT compilers.
  const results = [await ask(one), await ask(two)];
  let share = Infinity;
  for (let pass = 0; pass < 3; pass++) {
    let begin = now();
    results.push(await ask(one), await ask(one));
    const alone = now() - begin;
    begin = now();
    results.push(...await Promise.all([ask(one), ask(two)]));
    share = Math.min(share, (now() - begin) / alone);
  }
  report(new Set(results).size, 'share', share);
  process.exit(0);
}

main();
