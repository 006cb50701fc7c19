'use strict';
// Many workers that are ended while they wait, one after the other and side by side: all end, no thread stays.
const { readdirSync } = require('fs');
const { setTimeout: sleep } = require('timers/promises');
const { Worker } = require('worker_threads');

const threads = () => readdirSync('/proc/self/task').length;

async function waiting() {
  const worker = new Worker(`
    const { parentPort } = require('worker_threads');
    const place = new Int32Array(new SharedArrayBuffer(4));
    parentPort.postMessage('waits');
    Atomics.wait(place, 0, 0);
  `, { eval: true });
  await new Promise((resolve) => worker.once('message', resolve));
  return worker;
}

(async () => {
  const codes = new Set([await (await waiting()).terminate()]);
  const before = threads();
  for (let turn = 0; turn < 24; turn++) codes.add(await (await waiting()).terminate());
  const together = await Promise.all(Array.from({ length: 8 }, waiting));
  for (const code of await Promise.all(together.map((worker) => worker.terminate()))) codes.add(code);
  console.log('ended with', codes);
  // The engines' own helpers come and go.
  for (let look = 0; look < 200 && threads() > before + 4; look++) await sleep(10);
  console.log(threads() <= before + 4 ? 'no thread is left' : `${threads()} threads, ${before} before`);
})();
