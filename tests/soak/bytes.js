'use strict';
// soak/bytes.js SECONDS [SEED], or soak/bytes.js --exchanges COUNT [SEED]: connections, requests, datagrams, files and messages of
// every kind at once, with handlers that read, write and parse elsewhere before they return; every byte is checked.
// Runs on Node too. What was chosen follows from the seed; the order in which it meets is the system's.

const { createHook } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Random } = require('./bytes/content.js');
const { Disturbance } = require('./bytes/disturb.js');
const { CHOICE, KINDS, open } = require('./bytes/exchanges.js');

const LANES = 6;
const isCounted = process.argv[2] === '--exchanges';
const rest = process.argv.slice(isCounted ? 3 : 2);
const amount = Number(rest[0] ?? 600);
const seed = Number(rest[1] ?? Date.now() % 1e6);
// One kind alone: HEXLOOP_BYTES=pipelined.
const choice = process.env.HEXLOOP_BYTES ? process.env.HEXLOOP_BYTES.split(',') : CHOICE;

const run = {
  seed,
  folder: fs.mkdtempSync(path.join(os.tmpdir(), 'bytes-')),
  checked: 0,
  serial: 1,
  datagramRandom: new Random(seed ^ 0x2545f491),
  counts: {},
  count(name) { run.counts[name] = (run.counts[name] ?? 0) + 1; },
  // Numbers of its own for each exchange: content, and what follows from it.
  nextId: 1000,
  newId(count = 8) {
    const id = run.nextId;
    run.nextId += count;
    return id;
  },
  fault(text) {
    console.log(`${text}\nseed ${seed}; again: ${process.argv[0]} ${process.argv[1]} ${process.argv.slice(2, isCounted ? 4 : 3).join(' ')} ${seed}`);
    leave(1);
  },
};

function leave(code) {
  fs.rmSync(run.folder, { recursive: true, force: true });
  process.exit(code);
}

process.on('uncaughtException', (error) => run.fault(`uncaught: ${error?.stack}`));
process.on('unhandledRejection', (error) => run.fault(`rejected: ${error?.stack}`));

let isOver = false;
let underWay = new Set();
process.on('SIGTERM', () => run.fault(`these have not ended: ${[...underWay].join(', ')}`));
process.on('beforeExit', () => { if (!isOver) run.fault(`nothing is left to wait for, but these have not ended: ${[...underWay].join(', ')}`); });

// Hooks run between an event and its handler. Not those of ticks, which what they do would queue more of; and not on Node,
// whose sockets find out how much was read after their `before` hooks ran (streamBaseState): a read in a hook changes it.
const hasHooks = process.versions.hexloop !== undefined;
const hooked = new Set();
const hookRandom = new Random(seed ^ 0x7feb352d);
const hook = createHook({
  init(id, type) { if (/^(TCP|PIPE|TLS|HTTP|UDP|FSREQ|FILEHANDLE)/.test(type)) hooked.add(id); },
  before(id) { if (hooked.has(id) && hookRandom.chance(4)) run.disturbance.now(hookRandom); },
  destroy(id) { hooked.delete(id); },
});

let done = 0;
const began = Date.now();
const goesOn = () => (isCounted ? done < amount : Date.now() - began < amount * 1000);

async function lane(shared) {
  while (goesOn()) {
    const number = done++;
    const random = new Random(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
    const kind = random.of(choice);
    // The second half of every hundred runs with hooks.
    if (hasHooks && number % 100 === 50) hook.enable();
    if (number % 100 === 0) hook.disable();
    run.count(kind);
    const name = `${number} ${kind}`;
    underWay.add(name);
    await KINDS[kind](run, random, shared);
    underWay.delete(name);
    if (!isCounted && number % 2000 === 1999) console.log(`${number + 1} exchanges, ${Math.round(run.checked / 1e6)} MB`);
  }
}

(async () => {
  run.disturbance = new Disturbance(run);
  await run.disturbance.open();
  const shared = await open(run);
  await Promise.all(Array.from({ length: LANES }, () => lane(shared)));
  hook.disable();
  underWay = new Set(['the end']);
  await run.disturbance.close();
  await shared.close();
  isOver = true;
  console.log(`seed ${seed}: ${done} exchanges, ${run.counts.disturbance} re-entrances, ${run.checked} bytes`);
  console.log(Object.entries(run.counts).map(([name, count]) => `${name} ${count}`).join(', '));
  console.log('every byte was its owner\'s');
  leave(0);
})();
