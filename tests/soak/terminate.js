'use strict';
// soak/terminate.js ROUNDS [SEED]: workers that never end by themselves are terminated at a random moment of their first 20
// milliseconds, four at a time. Each terminate() settles: whatever a worker is doing, its thread ends.

const { Worker } = require('worker_threads');
const { conclude, held } = require('./flat.js');

const rounds = Number(process.argv[2] ?? 2000);
const seed = Number(process.argv[3] ?? Date.now() % 1e6);
const only = process.argv[4];
const LANES = 4;
// What takes longer never ends. Nothing is measured: a worker ends within milliseconds on an idle machine.
const HANGS = 60_000;

let state = seed;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * below);
};

const PROGRAMS = {
  'await': '(async () => { for (;;) await null; })()',
  'await of a thenable': '(async () => { for (;;) await { then(resolve) { resolve(); } }; })()',
  'await in module code': 'import("data:text/javascript,for (;;) await null")',
  'queueMicrotask': 'const again = () => queueMicrotask(again); again()',
  'then': 'const again = () => Promise.resolve().then(again); again()',
  'async generator': 'async function* each() { for (;;) yield 1; } (async () => { for await (const one of each()); })()',
  'nextTick': 'const again = () => process.nextTick(again); again()',
  'a loop': 'for (;;);',
  'a loop that catches': 'for (;;) try { null.x; } catch {} finally { for (;;); }',
  'setImmediate': 'const again = () => setImmediate(again); again()',
  'microtasks of a message': `const { port1, port2 } = new MessageChannel();
    port1.onmessage = async () => { port2.postMessage(1); for (;;) await null; }; port2.postMessage(1)`,
  'rejections': 'process.on("unhandledRejection", () => Promise.reject(1)); Promise.reject(1)',
  'sort': 'for (;;) Array.from({ length: 1000 }, (_, i) => i ^ 341).sort((a, b) => a - b)',
  'Atomics.wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'Atomics.wait in a loop': 'for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)',
  'Atomics.wait in a microtask': '(async () => { for (;;) { await null; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); } })()',
  'Atomics.waitAsync': `const cells = new Int32Array(new SharedArrayBuffer(4)); setInterval(() => {}, 1000);
    (async () => { for (;;) { Atomics.waitAsync(cells, 0, 0, 1); await Atomics.waitAsync?.(cells, 0, 0, 2).value; } })()`,
  'execSync': 'for (;;) require("child_process").execSync("true")',
  'readSync': 'const fs = require("fs"); const fd = fs.openSync("/dev/zero"); for (;;) fs.readSync(fd, Buffer.alloc(100000))',
  'exit in a microtask loop': 'setTimeout(() => process.exit(3), 2); (async () => { for (;;) await new Promise(setImmediate); })()',
  'exit before a microtask loop': '(async () => { await null; queueMicrotask(() => { for (;;); }); process.exit(3); })()',
  'exit listener': 'process.on("exit", () => { (async () => { for (;;) await null; })(); }); setTimeout(() => process.exit(0), 3)',
  'vm timeout': `const vm = require("vm");
    for (;;) try { vm.runInNewContext("for (;;);", {}, { timeout: 2 }); } catch {}`,
  'a worker of its own': `const { Worker } = require("worker_threads");
    new Worker("(async () => { for (;;) await null; })()", { eval: true }); (async () => { for (;;) await null; })()`,
};
const kinds = Object.keys(PROGRAMS).filter((kind) => only === undefined || kind === only);

const faults = [];
let next = 0;

async function round() {
  const kind = kinds[next++ % kinds.length];
  const worker = new Worker(PROGRAMS[kind], { eval: true });
  worker.on('error', (error) => { faults.push(`${kind}: ${error.stack}`); });
  const hang = setTimeout(() => {
    console.log(`seed ${seed}: a worker was never ended: ${kind}`);
    process.reallyExit(1);
  }, HANGS);
  await new Promise((resolve) => { setTimeout(resolve, random(21)); });
  for (let turns = random(50); turns > 0; turns--) await new Promise(setImmediate);
  await worker.terminate();
  clearTimeout(hang);
}

async function until(end) {
  await Promise.all(Array.from({ length: LANES }, async () => {
    while (next < end) await round();
  }));
}

(async () => {
  await until(Math.ceil(rounds / 5));
  const before = held();
  await until(rounds);
  await conclude(before, faults);
})();
