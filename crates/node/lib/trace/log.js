'use strict';
// Where a recording is written: rows of numbers in memory that Rust reads when the recording ends, and not before.
//
//   rows   ┌─ segment ─┬─ segment ─┬─ … ─┐   a ring: when the last segment is full the first is written over
//          └───────────┴───────────┴─────┘
//   QUEUED  kind, id, parent, queued, stack, resource, about            something will run
//   RAN     kind, id, began, ended, turn                                it runs (`ended` follows, or the next row tells)
//   CANCELLED  kind, id, at                                             it will not
//   FLOOD_QUEUED  kind, id, parent, queued, about;  FLOOD_RAN  kind, id, began    the same of ticks and jobs in a flood
//
// WHY. A tick costs 30 ns and a promise job 100, and a recording may make them half as slow again. A call into Rust takes
// 80 ns, a stack a microsecond or more. So a row is a few stores, and what is dear is bought from a budget of time that grows
// as time passes: a program that is not in a hurry gets exact times and a stack for everything, a flood of ticks gets both for
// its first hundreds, and then the coarse clock (a cell that a thread of ours sets every 50 microseconds), no stack, and shorter
// rows: memory that is touched for the first time costs as much as all the rest. Rust sets the clock whenever a callback of the loop begins, so that these are always exact.
//
// crates/trace/src/log.rs has the other half, with the same numbers.

const native = binding('trace');
const { rows, cells, segment: SEGMENT, readClock, addStack, addLabel } = native;

// What cells hold, as in crates/trace/src/log.rs.
const NOW = 0;
const TURN = 1;
const CURRENT = 2;
const POSITION = 3;
const LAPS = 4;
const REQUEST = 5;

const KINDS = {
  MAIN: 0, TIMEOUT: 1, INTERVAL: 2, IMMEDIATE: 3, TICK: 4, PROMISE: 5, MICROTASK: 6, IO: 7, POOL: 8, CLOSE: 9, SIGNAL: 10,
  MESSAGE: 11, REJECTION: 12, EXIT: 13, FINALIZER: 14,
};
const { TIMEOUT, INTERVAL, PROMISE, EXIT } = KINDS;

// The row's sort times 32, plus the kind of task.
const QUEUED = 32;
const RAN = 64;
const CANCELLED = 96;
const FLOOD_QUEUED = 128;
const FLOOD_RAN = 160;

let at = 0;
let end = SEGMENT;
let lastId = 0;
// The task whose code runs; between two of them, the callback of the loop that they follow.
let current = -1;
let callback = -1;
let turn = 0;
// Where the row of the running task is, and its number.
let open = -1;

function nextSegment() {
  if (at < end) rows[at] = 0;
  if (end === rows.length) {
    end = 0;
    cells[LAPS]++;
  }
  at = end;
  end += SEGMENT;
  return at;
}

// ---- on and off: with --traceable a recording begins and ends at any time

let isOn = native.isOn;

function start() {
  isOn = true;
  at = 0;
  end = SEGMENT;
  open = current = callback = -1;
  countedAt = 0;
  budget = FIRST;
}

function stop() {
  isOn = false;
}

// ---- the budget, in nanoseconds: what may be spent on exact times and on stacks

// At first, and at most: about a thousand stacks.
const BURST = 2e6;
// This part of the time that passes is earned.
const SHARE = 0.06;
// As long as there is this much, there is enough for one more of anything.
const ENOUGH = 20000;

// --trace-exact: there is always enough.
const FIRST = native.isExact ? Infinity : BURST;
let budget = FIRST;
let countedAt = 0;
const CLOCK_COST = clockCost();

// Machines and builds differ by more than ten times.
function clockCost() {
  const begin = readClock();
  let last = begin;
  for (let i = 0; i < 32; i++) last = readClock();
  return (last - begin) / 32;
}

// Called when the budget is used up: true if it is not any more.
function earn() {
  const time = cells[NOW];
  if (time - countedAt < 2 * ENOUGH / SHARE) return false;
  budget = Math.min(BURST, budget + (time - countedAt) * SHARE);
  countedAt = time;
  return budget > ENOUGH;
}

function now() {
  if (budget < ENOUGH && !earn()) return cells[NOW];
  budget -= CLOCK_COST;
  return readClock();
}

// Built-in code may lie many calls deep between a program and what it schedules.
const DEPTH = 40;
const MOST_STACKS = 20000;
const stacks = new Map();
const EngineError = Error;

// The number of the stack of this moment; -1 where it would cost too much.
function stackHere() {
  if (budget < ENOUGH && !earn()) return -1;
  const before = readClock();
  const number = capture();
  budget -= readClock() - before + CLOCK_COST;
  return number;
}

// The same at the end of something that began then. Of what took long it is always known.
function stackSince(began) {
  return readClock() - began > LONG ? capture() : stackHere();
}

const LONG = 1e6;

function capture() {
  const limit = EngineError.stackTraceLimit;
  // Reflect: a program may have frozen Error.
  Reflect.set(EngineError, 'stackTraceLimit', DEPTH);
  const { stack } = new EngineError();
  Reflect.set(EngineError, 'stackTraceLimit', limit);
  return numberOf(stack);
}

function numberOf(stack) {
  let number = stacks.get(stack);
  if (number === undefined) {
    number = stacks.size < MOST_STACKS ? addStack(stack) : -1;
    stacks.set(stack, number);
  }
  return number;
}

const labels = new Map();

function label(text) {
  let number = labels.get(text);
  if (number === undefined) labels.set(text, number = addLabel(text));
  return number;
}

// ---- rows

// Something is going to run: its number. `about` is a label, or of a timer its milliseconds.
function queued(kind, stack, resource, about, parent, time) {
  const id = ++lastId;
  let w = at;
  if (w + 7 > end) w = nextSegment();
  rows[w] = QUEUED + kind;
  rows[w + 1] = id;
  rows[w + 2] = parent;
  rows[w + 3] = time;
  rows[w + 4] = stack;
  rows[w + 5] = resource;
  rows[w + 6] = about;
  cells[POSITION] = at = w + 7;
  return id;
}

// A tick or a promise job is going to run.
function schedule(kind, about) {
  if (budget < ENOUGH && !earn()) return scheduleInFlood(kind, about);
  const stack = stackHere();
  return queued(kind, stack, -1, about, running(), now());
}

function scheduleInFlood(kind, about) {
  const parent = open === -1 ? running() : current;
  const id = ++lastId;
  let w = at;
  if (w + 5 > end) w = nextSegment();
  rows[w] = FLOOD_QUEUED + kind;
  rows[w + 1] = id;
  rows[w + 2] = parent;
  rows[w + 3] = cells[NOW];
  rows[w + 4] = about;
  cells[POSITION] = at = w + 5;
  return id;
}

// It runs. Rows are in the order of these.
function began(kind, id, time) {
  let w = at;
  if (w + 5 > end) w = nextSegment();
  rows[w] = RAN + kind;
  rows[w + 1] = id;
  rows[w + 2] = time;
  rows[w + 3] = -1;
  rows[w + 4] = turn;
  cells[POSITION] = at = w + 5;
  open = w;
  current = id;
  cells[CURRENT] = id;
}

// A callback of the loop: the clock has just been set by Rust.
function callbackBegan(kind, id) {
  callback = id;
  // The turn is counted between timers and poll; what comes after the last one belongs to it.
  if (kind !== EXIT) turn = kind === TIMEOUT || kind === INTERVAL ? cells[TURN] + 1 : cells[TURN];
  began(kind, id, cells[NOW]);
}

// A tick or a promise job.
function jobBegan(kind, id) {
  if (budget >= ENOUGH || earn()) {
    began(kind, id, now());
    return;
  }
  let w = at;
  if (w + 3 > end) w = nextSegment();
  rows[w] = FLOOD_RAN + kind;
  rows[w + 1] = id;
  rows[w + 2] = cells[NOW];
  cells[POSITION] = at = w + 3;
  open = w;
  current = id;
  cells[CURRENT] = id;
}

// What runs has returned.
function ended() {
  if (open !== -1 && rows[open] < FLOOD_RAN && rows[open + 1] === current) rows[open + 3] = now();
  open = -1;
  current = callback;
  cells[CURRENT] = callback;
}

// The task whose code runs. Where none does, code does run that nobody announced: a promise job of the engine's own making
// (the steps of `for await`, of async generators and thenables, awaits of built-in code). It gets its row now, and ends with
// the next.
function running() {
  if (open === -1 && callback !== -1) {
    unannounced ??= label('promise job');
    const time = now();
    began(PROMISE, queued(PROMISE, -1, -1, unannounced, callback, time), time);
  }
  return current;
}

let unannounced;

// A callback threw, or the loop is at its end. What the end itself calls is still running.
function unwound() {
  if (open === -1 || rows[open] !== RAN + EXIT) ended();
}

function cancelled(id) {
  let w = at;
  if (w + 3 > end) w = nextSegment();
  rows[w] = CANCELLED;
  rows[w + 1] = id;
  rows[w + 2] = now();
  cells[POSITION] = at = w + 3;
}

module.exports = {
  KINDS, NOW, REQUEST, began, callbackBegan, cancelled, capture, cells, ended, jobBegan, label, native, now, numberOf, queued,
  stackHere, stackSince,
  newId: () => ++lastId,
  isOn: () => isOn,
  start,
  stop,
  running,
  schedule,
  unwound,
  isOpen: (id) => open !== -1 && rows[open + 1] === id,
};
