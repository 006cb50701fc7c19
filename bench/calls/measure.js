'use strict';
// measure.js MODULE [ONLY]   times the rows of one module file and prints them as one line of JSON
// measure.js --once MODULE…  runs each row of these twice, times nothing, names those that throw
//
// A module file exports `calls`, functions that return at once, and `operations`, functions that return a promise, by the names of
// their rows. Both get the number of the turn, so that a row can go through several inputs: with one input an optimising compiler
// may move the work out of the loop. Every result is stored where the compiler cannot prove that nobody reads it.
//
//   open, close   optional and async: servers and files that the rows need
//   engine        true where the rows are the engine's own work and not the runtime's
//
// Every call gets a loop of its own, compiled for it: in a shared one it would be measured as one of many targets of one call site,
// which is not how a program calls it. A pass is a few milliseconds of turns. The best pass counts, and passes go on until they have
// brought nothing for a while: by then the compilers' last tiers are done, also on a machine that had little time for their threads.

/** Nanoseconds: a pass, how long without a better one ends a measurement, and what ends it anyway. */
const CALL = { warmUp: 15e6, pass: 3e6, settled: 40e6, limit: 400e6 };
const OPERATION = { warmUp: 25e6, pass: 8e6, settled: 40e6, limit: 500e6 };

/** A pass is better than the best so far when it takes less than this share of it. */
const BETTER = 0.98;

/** An operation that takes longer than this for the first time is not there. */
const PATIENCE = 5000;

const results = new Array(64).fill({});

const now = () => process.hrtime.bigint();
const since = (begin) => Number(now() - begin);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** The turns of a call as one function. The name is part of the text because engines share their profile of equal sources. */
function loopOver(name, call) {
  const text = `for (let turn = 0; turn < turns; turn++) results[turn & 63] = call(turn); // ${JSON.stringify(name)}`;
  const loop = new Function('call', 'results', 'turns', text);
  return (turns) => loop(call, results, turns);
}

function loopOverOperation(operation) {
  return async (turns) => {
    for (let turn = 0; turn < turns; turn++) results[turn & 63] = await operation(turn);
  };
}

/** Nanoseconds per turn in the best pass. What calls leave for later (ticks, immediates) runs between passes. */
async function best(run, { warmUp, pass, settled, limit }) {
  const timed = async (turns) => {
    const begin = now();
    const waits = run(turns);
    if (waits !== undefined) await waits;
    const took = since(begin);
    await nextTurn();
    return took;
  };
  const begin = now();
  for (let turns = 1; since(begin) < warmUp; turns = Math.min(turns * 2, 4096)) await timed(turns);
  let turns = 1;
  for (let took = await timed(turns); took < pass; took = await timed(turns)) {
    turns = Math.ceil(turns * Math.min(8, Math.max(1.2, pass / took)));
  }
  let least = Infinity;
  for (let improved = now(); since(improved) < settled && since(begin) < limit;) {
    const took = await timed(turns);
    if (took < least * BETTER) improved = now();
    least = Math.min(least, took);
  }
  return least / turns;
}

/** Runs a row for the first time: throws where the runtime does not have it. */
async function tryOut(row) {
  if (row.kind === 'call') {
    results[0] = row.run(0);
    return;
  }
  let timer;
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${PATIENCE / 1000} s`)), PATIENCE);
  });
  try {
    results[0] = await Promise.race([row.run(0), late]);
  } finally {
    clearTimeout(timer);
  }
}

function rowsOf(file, only) {
  const { calls = {}, operations = {} } = require(`./${file}.js`);
  const row = (kind) => ([name, run]) => ({ kind, name, run });
  const rows = [...Object.entries(calls).map(row('call')), ...Object.entries(operations).map(row('operation'))];
  const twice = rows.find(({ name }, index) => rows.findIndex((other) => other.name === name) < index);
  if (twice !== undefined) throw new Error(`two rows of ${file}.js are called ${twice.name}`);
  return rows.filter(({ name }) => `${file}: ${name}`.includes(only));
}

/** Each row with its nanoseconds, or with why there are none. */
async function measure(file, only, measured) {
  const rows = rowsOf(file, only);
  if (rows.length === 0) return [];
  const { open, close } = require(`./${file}.js`);
  await open?.();
  const readings = [];
  for (const row of rows) {
    const { kind, name, run } = row;
    try {
      await tryOut(row);
      const ns = await measured(row, kind === 'call' ? loopOver(name, run) : loopOverOperation(run));
      readings.push({ kind, name, ns });
    } catch (error) {
      readings.push({ kind, name, error: String(error?.message ?? error) });
    }
    await nextTurn();
  }
  await close?.();
  return readings;
}

async function timeAll(file, only) {
  const readings = await measure(file, only, ({ kind }, run) => best(run, kind === 'call' ? CALL : OPERATION));
  const { engine = false } = require(`./${file}.js`);
  return `${JSON.stringify({ engine, rows: readings })}\n`;
}

async function runOnce(files) {
  let text = '';
  for (const file of files) {
    const readings = await measure(file, '', (row, run) => run(2));
    for (const { name, error } of readings) text += `${file}: ${name}${error === undefined ? '' : ` -> ${error}`}\n`;
  }
  return text;
}

const [first, ...rest] = process.argv.slice(2);
const text = first === '--once' ? runOnce(rest) : timeAll(first, rest[0] ?? '');
// Rows may leave handles open (idle keep-alive connections): nothing more is waited for.
text.then((text) => process.stdout.write(text, () => process.exit(0)));
