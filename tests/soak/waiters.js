'use strict';
// soak/waiters.js ROUNDS [SEED]: six workers wait at one place of shared memory (some, in some rounds, by Atomics.waitAsync), and one
// of them is terminated at a random moment: while the others arrive, while they wait, or while somebody notifies. Every
// notification wakes one waiter, and nothing else does: the counts that notify() returns are what the workers saw.

const { Worker } = require('worker_threads');
const { conclude, held } = require('./flat.js');

const rounds = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 1e6);
const WAITERS = 6;
// What takes longer never ends.
const HANGS = 60_000;

let state = seed;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * below);
};

// One cell to wait at, one that counts who is about to wait, and one for each worker, which says that it got 'ok'.
const PLACE = 0;
const ARRIVED = 1;
const WOKEN = 2;
const PROGRAM = `
  (async () => {
    const { workerData: { cells, index, timeout, isAsync } } = require('worker_threads');
    const waits = () => (isAsync ? Atomics.waitAsync : Atomics.wait)(cells, ${PLACE}, 0, timeout);
    // A promise that waits does not keep its thread alive.
    const alive = setInterval(() => {}, 1e6);
    for (;;) {
      Atomics.add(cells, ${ARRIVED}, 1);
      const how = isAsync ? await waits().value : waits();
      if (how === 'ok') {
        Atomics.store(cells, ${WOKEN} + index, 1);
        clearInterval(alive);
        break;
      }
      if (how !== 'timed-out') throw new Error(how);
    }
  })();
`;

const faults = [];
const pause = () => new Promise(setImmediate);
const moment = () => new Promise((resolve) => { setTimeout(resolve, 1); });

async function round(number) {
  const cells = new Int32Array(new SharedArrayBuffer(64));
  // Who waits for a moment at a time is on its way to wait most of the time.
  const timeout = number % 2 === 0 ? undefined : 1;
  // Threads and promises in the same list.
  const withPromises = Atomics.waitAsync !== undefined && number % 4 >= 2;
  const start = (_, index) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData: { cells, index, timeout, isAsync: withPromises && index % 2 === 1 } });
    worker.on('error', (error) => { faults.push(`round ${number}: ${error.stack}`); });
    return worker;
  };
  const workers = Array.from({ length: WAITERS }, start);
  const chosen = random(WAITERS);
  const ended = workers[chosen];
  const others = workers.filter((worker) => worker !== ended);
  const woken = () => cells.subarray(WOKEN, WOKEN + WAITERS).filter((cell, index) => cell === 1 && index !== chosen).length;
  const exits = others.map((worker) => new Promise((resolve) => { worker.on('exit', resolve); }));
  const hang = setTimeout(() => {
    console.log(`seed ${seed}, round ${number}: ${woken()} of ${WAITERS - 1} were woken`);
    process.reallyExit(1);
  }, HANGS);

  const arrived = random(WAITERS + 1);
  while (Atomics.load(cells, ARRIVED) < arrived) await moment();
  for (let turns = random(20); turns > 0; turns--) await pause();
  const end = ended.terminate();
  // Before anybody notifies, or meanwhile.
  const isQuiet = random(2) === 0;
  let notified = 0;
  if (isQuiet) {
    await end;
    for (let turns = random(20); turns > 0; turns--) await pause();
    if (woken() !== 0) faults.push(`round ${number}: ${woken()} were woken by nobody`);
  }
  // The one that is terminated may have been notified before it was.
  const most = WAITERS - (isQuiet ? 1 : 0);
  while (woken() < WAITERS - 1 && notified < most) {
    notified += Atomics.notify(cells, PLACE, random(3) === 0 ? Infinity : 1);
    await (random(2) === 0 ? pause() : moment());
  }
  await end;
  await Promise.all(exits);
  if (woken() !== WAITERS - 1 || notified < woken() || notified > most) faults.push(`round ${number}: ${notified} were notified, ${woken()} were woken`);
  clearTimeout(hang);
}

(async () => {
  const first = Math.ceil(rounds / 5);
  for (let number = 0; number < first; number++) await round(number);
  const before = held();
  for (let number = first; number < rounds; number++) await round(number);
  await conclude(before, faults);
})();
