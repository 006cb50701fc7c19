'use strict';
// Prints a random scheduling program: `generate.js SEED`. The same seed gives the same program, on Node and on Hexloop.
//
// A program is a row of stages. A stage is entered from one kind of macrotask (script, timer, immediate, file, stat,
// pool job) and grows a random tree of work: ticks, jobs, async functions, thenables, iterators, immediates, timers,
// intervals, emitted events, errors, rejections, cleared handles. The next stage begins when all work of the one
// before has ended, which the program counts. So only one file operation is ever in flight, with nothing beside it.
//
// What Node leaves to chance is avoided by construction, because a difference must mean a fault:
//
//   short timers   whoever sets one blocks until it is due, so it never races an immediate or the loop's entry
//   long timers    one of 100 ms at most per stage, in which all blocking together takes well under that
//   poll phase     nothing is thrown from an I/O callback or its ticks: the ticks left over would run after the
//                  next callback of any kind, Node's own included
//
// Every piece of work prints one line when it runs; the order of the lines is what compare.sh compares.

const seed = Number(process.argv[2] ?? 1) >>> 0;

// Mulberry32: small, fast, and the same on every engine.
let state = (seed ^ 0x9e3779b9) >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(random() * n);
const chance = (p) => random() < p;
const pick = (list) => list[below(list.length)];

// What may still be made in the stage at hand.
let piecesLeft = 0;
let blockingLeft = 0;
let longTimersLeft = 0;
let names = 0;
const name = (kind) => `${kind}${++names}`;

const indent = (text) => text.split('\n').map((line) => (line ? `  ${line}` : line)).join('\n');

// `place` says where the code being written will run:
//   phase   script, timers, poll or check: decides what may be thrown and set
//   queue   macrotask, tick or job
//   awaits  true directly inside an async function
//   calm    true where an error would keep the work from ever ending
const within = (place, changes) => ({ ...place, awaits: false, ...changes });

// One piece of work: counted, named when it runs, with a random rest.
function piece(kind, place, extra = '') {
  const label = name(kind);
  return `() => work('${label}', () => {\n${indent(extra + body(place))}})`;
}

function asyncPiece(kind, before, after) {
  const label = name(kind);
  const rest = `${before}say('${label} resumes');\n${body({ ...after, awaits: true })}`;
  return `async () => {\n  await workAsync('${label}', async () => {\n${indent(indent(rest))}  });\n}`;
}

function body(place) {
  let text = '';
  const count = place.depth > 4 ? below(2) : below(4);
  for (let i = 0; i < count && piecesLeft > 0; i++) text += op({ ...place, depth: place.depth + 1 });
  return text;
}

function op(place) {
  piecesLeft -= 1;
  const usable = OPS.filter(([, , allowed]) => !allowed || allowed(place));
  let ticket = random() * usable.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, write] of usable) {
    ticket -= weight;
    if (ticket < 0) return write(place);
  }
  return usable[0][1](place);
}

const mayThrow = (place) => place.phase !== 'poll' && place.queue !== 'job' && !place.calm && place.depth > 1;
const mayBlock = () => blockingLeft > 0;

function tick(place) {
  const args = chance(0.2) ? ", 'a', 'b'" : '';
  return `begin(); process.nextTick(${piece('tick', within(place, { queue: 'tick' }))}${args});\n`;
}

function microtask(place) {
  const fails = chance(0.1) ? `later(() => { throw new Error('${name('error')}'); });\n` : '';
  return `begin(); queueMicrotask(${piece('micro', within(place, { queue: 'job' }))});\n${fails}`;
}

function promise(place) {
  const job = within(place, { queue: 'job' });
  const source = pick([
    'Promise.resolve()',
    'new Promise((resolve) => resolve())',
    'Promise.resolve(Promise.resolve())',
    'new Promise((resolve) => resolve(Promise.resolve()))',
    "Promise.reject('r').catch(() => {})",
    '(async () => {})()',
  ]);
  let text = `begin(); ${source}.${pick(['then', 'then', 'finally'])}(${piece('then', job)})`;
  for (let i = below(3); i > 0; i--) {
    const label = name('chain');
    const result = pick(['undefined', 'Promise.resolve()', '{ then(resolve) { resolve(); } }', "'plain'"]);
    text += `\n  .then(() => { say('${label}'); return ${result}; })`;
  }
  return `${text};\n`;
}

function asyncFunction(place) {
  const job = within(place, { queue: 'job' });
  const [before, phase] = pick([
    ['await null;\n', place.phase],
    ['await Promise.resolve();\n', place.phase],
    ["await { then(resolve) { say('then'); resolve(); } };\n", place.phase],
    ["try { await Promise.reject('no'); } catch { say('caught no'); }\n", place.phase],
    ['await (async () => { await null; })();\n', place.phase],
    ['await (async () => Promise.resolve())();\n', place.phase],
    ['for await (const n of [Promise.resolve(1), 2]) say(`item ${n}`);\n', place.phase],
    ['for await (const n of count(3)) { say(`counted ${n}`); if (n === 2) break; }\n', place.phase],
    ['await new Promise((resolve) => setImmediate(resolve));\n', 'check'],
    ['await timers.setImmediate();\n', 'check'],
    ['await Promise.all([null, Promise.resolve(), (async () => { await 0; })()]);\n', place.phase],
    ['await Promise.race([new Promise(() => {}), Promise.resolve()]);\n', place.phase],
    ["await Promise.any([Promise.reject('x'), Promise.resolve()]);\n", place.phase],
    ["await Promise.allSettled([Promise.reject('x'), null]);\n", place.phase],
  ]);
  return `begin(); (${asyncPiece('async', before, within(job, { phase }))})();\n`;
}

function awaitHere() {
  const label = name('await');
  const value = pick([
    'null',
    'Promise.resolve()',
    'Promise.resolve().then(() => {})',
    '{ then(resolve) { resolve(); } }',
    '(async () => {})()',
  ]);
  return `await ${value};\nsay('${label}');\n`;
}

function immediate(place) {
  return `begin(); setImmediate(${piece('immediate', within(place, { phase: 'check', queue: 'macrotask' }))});\n`;
}

// Several immediates, of which the first clears another: at once, in a tick or in a job.
function clearedImmediate(place) {
  const [victim, killer] = [name('victim'), name('killer')];
  const clear = `cancel('${victim}', () => clearImmediate(${victim}))`;
  const how = pick([`${clear};`, `process.nextTick(() => ${clear});`, `Promise.resolve().then(() => ${clear});`]);
  const between = chance(0.5) ? immediate(place) : '';
  return `begin(); setImmediate(() => work('${killer}', () => { ${how} }));\n${between}` +
    `begin(); const ${victim} = setImmediate(() => work('${victim}', () => {}));\n${immediate(place)}`;
}

function shortTimers(place, beforeBlocking = '') {
  blockingLeft -= 1;
  let text = '';
  for (let i = 1 + below(3); i > 0; i--) {
    const run = piece('timer', within(place, { phase: 'timers', queue: 'macrotask' }));
    text += `begin(); setTimeout(${run}, ${pick([0, 1, 1, 0.5])});\n`;
  }
  return `${text}${beforeBlocking}block(4);\n`;
}

function timersOfSeveralDurations(place) {
  blockingLeft -= 3;
  const timer = (delay) =>
    `begin(); setTimeout(${piece('timer', within(place, { phase: 'timers', queue: 'macrotask' }))}, ${delay});\n`;
  // The second 4 ms timer is due after the 8 ms one, and still runs before it: one list per duration.
  return `${timer(4)}${timer(8)}block(6);\n${timer(4)}block(8);\n`;
}

function clearedTimer(place) {
  blockingLeft -= 1;
  const [victim, killer] = [name('victim'), name('killer')];
  const clear = `cancel('${victim}', () => clearTimeout(${pick([victim, `+${victim}`])}))`;
  const how = pick([`${clear};`, `process.nextTick(() => ${clear});`, `queueMicrotask(() => ${clear});`]);
  return `begin(); setTimeout(() => work('${killer}', () => { ${how} }), 1);\n` +
    `begin(); const ${victim} = setTimeout(() => work('${victim}', () => {}), 1);\n${shortTimers(place)}`;
}

function refreshedTimer(place) {
  blockingLeft -= 1;
  const timer = name('timer');
  return `begin(); const ${timer} = setTimeout(() => work('${timer}', () => {}), 1);\n` +
    shortTimers(place, `${timer}.refresh();\n`);
}

function longTimer(place) {
  longTimersLeft -= 1;
  return `begin(); setTimeout(${piece('long', within(place, { phase: 'timers', queue: 'macrotask' }))}, 100);\n`;
}

function interval(place) {
  const turns = 2 + below(2);
  blockingLeft -= turns;
  const [label, id] = [name('interval'), name('id')];
  const rest = body(within(place, { phase: 'timers', queue: 'macrotask', depth: 5, calm: true }));
  return `begin(); let ${id}Turns = 0;\n` +
    `const ${id} = setInterval(() => {\n  say(\`${label} turn \${++${id}Turns}\`);\n` +
    `${indent(rest)}  block(3);\n  if (${id}Turns === ${turns}) { clearInterval(${id}); end(); }\n}, 1);\nblock(3);\n`;
}

function emitted(place) {
  const [event, second] = [name('event'), name('listener')];
  return `begin(); emitter.once('${event}', ${piece('listener', within(place, {}))});\n` +
    `emitter.on('${event}', () => say('${second}'));\nemitter.emit('${event}');\n`;
}

function awaitedEvent(place) {
  const event = name('event');
  const wait = `await once(emitter, '${event}');\n`;
  const [schedule, phase] = pick([['process.nextTick', place.phase], ['setImmediate', 'check']]);
  return `begin(); (${asyncPiece('waiter', wait, within(place, { phase, queue: 'job' }))})();\n` +
    `${schedule}(() => emitter.emit('${event}'));\n`;
}

function rejection() {
  const reason = name('reason');
  if (chance(0.5)) return `Promise.reject('${reason}');\n`;
  return `begin(); { const p = Promise.reject('${reason}'); ` +
    `setImmediate(() => work('late ${reason}', () => { p.catch(() => say('handled ${reason}')); })); }\n`;
}

function thrown() {
  return `if (true) throw new Error('${name('error')}');\n`;
}

const OPS = [
  [5, tick],
  [4, microtask],
  [6, promise],
  [5, asyncFunction],
  [5, immediate],
  [2, clearedImmediate],
  [4, shortTimers, mayBlock],
  [1, timersOfSeveralDurations, () => blockingLeft >= 4],
  [2, clearedTimer, () => blockingLeft >= 2],
  [1, refreshedTimer, () => blockingLeft >= 2],
  [1, longTimer, () => longTimersLeft > 0],
  [1, interval, () => blockingLeft >= 3],
  [2, emitted],
  [1, awaitedEvent],
  [1, rejection],
  [2, thrown, mayThrow],
  [6, awaitHere, (place) => place.awaits],
];

const ENTRANCES = {
  script: ['script', ''],
  immediate: ['check', 'setImmediate(run)'],
  timer: ['timers', 'setTimeout(run, 2)'],
  file: ['poll', 'fs.readFile(__filename, run)'],
  stat: ['poll', "fs.stat(__filename + '.missing', run)"],
  hash: ['poll', "crypto.pbkdf2('secret', 'salt', 10, 8, 'sha256', run)"],
  bytes: ['poll', 'crypto.randomBytes(4, run)'],
};

function stage(kind) {
  const [phase] = ENTRANCES[kind];
  piecesLeft = 5 + below(14);
  blockingLeft = 5;
  longTimersLeft = 1;
  let text = '';
  for (let i = 2 + below(4); i > 0 && piecesLeft > 0; i--) {
    text += op({ phase, queue: 'macrotask', awaits: false, calm: false, depth: 1 });
  }
  return text;
}

function program() {
  const kinds = ['script'];
  for (let i = 1 + below(3); i > 0; i--) kinds.push(pick(Object.keys(ENTRANCES).slice(1)));
  const stages = kinds.map((kind, i) => {
    const label = `stage ${i + 1}: ${kind}`;
    const enter = ENTRANCES[kind][1] || 'run()';
    return `  (run) => ${enter},\n  () => work('${label}', () => {\n${indent(indent(stage(kind)))}  }),\n`;
  });
  const handler = chance(0.3) ? "\n  process.nextTick(() => say('tick of the handler'));" : '';
  const reporter = chance(0.7)
    ? "process.on('unhandledRejection', (reason) => say(`unhandled ${reason}`));\n" +
      "process.on('rejectionHandled', () => say('rejectionHandled'));\n"
    : '';
  return `'use strict';
// Made by tests/random/generate.js ${seed}
const fs = require('fs');
const crypto = require('crypto');
const timers = require('timers/promises');
const { EventEmitter, once } = require('events');

const say = (line) => console.log(line);
const later = (fn) => queueMicrotask(fn);
const emitter = new EventEmitter();
const ran = new Set();
let open = 0;
let position = 0;

function begin() { open += 1; }
function end() { if (--open === 0) nextStage(); }
function work(label, fn) {
  ran.add(label);
  say(label);
  try { return fn(); } finally { end(); }
}
async function workAsync(label, fn) {
  say(label);
  try { await fn(); } finally { end(); }
}
function cancel(label, clear) {
  clear();
  if (ran.has(label)) return;
  ran.add(label);
  say(\`cleared \${label}\`);
  end();
}
function block(ms) {
  const stop = Date.now() + ms;
  while (Date.now() < stop);
}
async function* count(n) {
  for (let i = 1; i <= n; i++) yield i;
}
process.on('uncaughtException', (error, origin) => {
  say(\`caught \${String(error.message).split(' ').pop()} \${origin}\`);${handler}
});
${reporter}process.on('exit', (code) => say(\`exit \${code}, open \${open}\`));

const stages = [
${stages.join('')}];
function nextStage() {
  if (position >= stages.length) return;
  const [enter, run] = stages.slice(position, position += 2);
  begin();
  enter(run);
}
nextStage();
`;
}

console.log(program());
