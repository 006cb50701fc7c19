'use strict';
// Where a recording is written: rows of numbers in memory that Rust reads when the recording ends, and not before.
//
//   rows   ┌─ segment ─┬─ segment ─┬─ … ─┐   a ring: when the last segment is full the first is written over
//          └───────────┴───────────┴─────┘
//   QUEUED     kind, id, parent, queued, stack, resource, about, defined     something will run
//   RAN        kind, id, began, ended, turn                                  it runs (`ended` follows, or the next row tells)
//   CANCELLED  kind, id, at                                                  it will not
//
// WHY. A tick costs 30 ns and a promise job 100, and a recording may make them half as slow again. A call into Rust takes
// 80 ns, a stack a microsecond or more. So a row is a few stores, and what is dear is bought from a budget of time that grows
// as time passes: a program that is not in a hurry gets exact times and a stack for everything, a flood gets both for
// its first hundreds, and then rows of a flood: no stack, and the coarse clock (a cell that a thread of ours sets four times a millisecond).
//
// Memory that is touched for the first time costs as much as all the rest, so a row of a flood is one number, the task's id
// beside kind and sort; what is true of many rows is told once, and again at the head of each segment:
//
//   FLOOD_QUEUED     kind and id      by the task that runs, at the time that was told last
//   FLOOD_AWAITED    kind and id      the same of an await
//   FLOOD_TIMER      kind and id, milliseconds
//   FLOOD_RAN        kind and id      a tick or a job: at the time and in the turn that were told last
//   FLOOD_CALLBACK   kind and id, began     a callback of the loop
//   MOMENT  time     TURN  turn       RUNNING  the id of the task that runs, plus one
//
// crates/trace/src/log.rs has the other half, with the same numbers.

const native = binding('trace');
const { rows, cells, segment: SEGMENT, readClock, addStack, addDefinition, addLabel } = native;

// What cells hold, as in crates/trace/src/log.rs.
const NOW = 0;
const TURN_BEGUN = 1;
const CURRENT = 2;
const POSITION = 3;
const LAPS = 4;
const REQUEST = 5;
const JOB_LABEL = 6;
const CALLBACK_BEGAN = 7;
const FLOOD = 8;
const POSTING = 9;
const LETTER = 10;

const KINDS = {
  MAIN: 0, TIMEOUT: 1, INTERVAL: 2, IMMEDIATE: 3, TICK: 4, PROMISE: 5, MICROTASK: 6, IO: 7, POOL: 8, CLOSE: 9, SIGNAL: 10,
  MESSAGE: 11, REJECTION: 12, EXIT: 13, FINALIZER: 14,
};
const { TIMEOUT, INTERVAL, PROMISE, EXIT } = KINDS;

// The row's sort times 32, plus the kind of task; the number beside both counts in these steps.
const QUEUED = 32;
const RAN = 64;
const CANCELLED = 96;
const FLOOD_QUEUED = 128;
const FLOOD_AWAITED = 160;
const FLOOD_TIMER = 192;
const FLOOD_RAN = 224;
const FLOOD_CALLBACK = 256;
const MOMENT = 288;
const TURN = 320;
const RUNNING = 352;
const STEP = 1024;

let at = 0;
let end = SEGMENT;
let lastId = 0;
// The task whose code runs; between two of them, the callback of the loop that they follow.
let current = -1;
let isRunning = false;
let callback = -1;
// Where the row of the running task is whose end is to be noted; -1: the next row tells.
let open = -1;
let turn = 0;
// The time and the turn that rows of a flood refer to.
let toldTime = -1;
let toldTurn = 0;
// In a flood, the time that was told; else -1. As long as the clock says the same there is nothing to think about: functions
// with a way for that are so short that the compiler puts them where they are called, and `…Otherwise` is all the rest.
let floodTime = -1;

function nextSegment() {
  if (at < end) rows[at] = 0;
  if (end === rows.length) {
    end = 0;
    cells[LAPS]++;
  }
  at = end;
  end += SEGMENT;
  // Whoever begins to read here knows nothing of before.
  rows[at] = MOMENT;
  rows[at + 1] = toldTime;
  rows[at + 2] = toldTurn * STEP + TURN;
  rows[at + 3] = (current + 1) * STEP + RUNNING;
  return at += 4;
}

function tellTime() {
  const time = cells[NOW];
  floodTime = time;
  if (time === toldTime) return;
  let w = at;
  if (w + 2 > end) w = nextSegment();
  rows[w] = MOMENT;
  rows[w + 1] = toldTime = time;
  cells[POSITION] = at = w + 2;
}

function tellTurn() {
  let w = at;
  if (w === end) w = nextSegment();
  toldTurn = turn;
  rows[w] = turn * STEP + TURN;
  cells[POSITION] = at = w + 1;
}

// ---- on and off: with --traceable a recording begins and ends at any time

let isOn = native.isOn;

function start() {
  isOn = true;
  at = 0;
  end = SEGMENT;
  open = current = callback = toldTime = floodTime = -1;
  toldTurn = 0;
  isRunning = false;
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

// What takes longer than this was not taken by us: the machine had others to run.
const DEAREST = 40000;

function spend(time) {
  budget -= Math.min(time, DEAREST);
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
  spend(readClock() - before + CLOCK_COST);
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

// Where a function is defined that code with this stack hands over (crates/node/src/trace/definitions.rs); -1 where no stack was
// taken: who wants to know which line it was looks for that first.
const functionText = Function.prototype.toString;
const definitions = new Map();

function definedAt(callback, stack) {
  if (stack === -1 || typeof callback !== 'function') return -1;
  let places = definitions.get(stack);
  if (places === undefined) definitions.set(stack, places = new Map());
  const text = functionText.call(callback);
  let place = places.get(text);
  if (place === undefined) {
    const before = readClock();
    places.set(text, place = addDefinition(text, nameOf(callback), stack));
    spend(readClock() - before);
  }
  return place;
}

// A function may have lost its name, or have a getter there.
function nameOf(callback) {
  const value = Object.getOwnPropertyDescriptor(callback, 'name')?.value;
  return typeof value === 'string' ? value : '';
}

const labels = new Map();

function label(text) {
  let number = labels.get(text);
  if (number === undefined) labels.set(text, number = addLabel(text));
  return number;
}

// ---- rows

// Something is going to run: its number. `about` is a label, or of a timer its milliseconds.
function queued(kind, stack, resource, about, parent, time, defined = -1) {
  const id = ++lastId;
  let w = at;
  if (w + 8 > end) w = nextSegment();
  rows[w] = QUEUED + kind;
  rows[w + 1] = id;
  rows[w + 2] = parent;
  rows[w + 3] = time;
  rows[w + 4] = stack;
  rows[w + 5] = resource;
  rows[w + 6] = about;
  rows[w + 7] = defined;
  cells[POSITION] = at = w + 8;
  return id;
}

// A tick, a promise job, an immediate is going to run: a function, or what comes behind an await.
function schedule(kind, isAwait, callback) {
  if (cells[NOW] !== floodTime || !isRunning || at === end) return scheduleOtherwise(kind, isAwait, callback);
  rows[at] = ++lastId * STEP + ((isAwait ? FLOOD_AWAITED : FLOOD_QUEUED) + kind);
  cells[POSITION] = ++at;
  return lastId;
}

function scheduleOtherwise(kind, isAwait, callback) {
  if (budget >= ENOUGH || earn()) {
    floodTime = -1;
    const stack = stackHere();
    return queued(kind, stack, -1, isAwait ? AWAIT : -1, running(), now(), definedAt(callback, stack));
  }
  running();
  tellTime();
  if (at === end) nextSegment();
  rows[at] = ++lastId * STEP + ((isAwait ? FLOOD_AWAITED : FLOOD_QUEUED) + kind);
  cells[POSITION] = ++at;
  return lastId;
}

const AWAIT = label('await');

// A timer, in a flood: its number, which is its resource's, too.
function scheduleTimer(kind, milliseconds) {
  running();
  tellTime();
  const id = ++lastId;
  let w = at;
  if (w + 2 > end) w = nextSegment();
  rows[w] = id * STEP + (FLOOD_TIMER + kind);
  rows[w + 1] = milliseconds;
  cells[POSITION] = at = w + 2;
  return id;
}

// It runs. Rows are in the order of these.
function began(kind, id, time) {
  let w = at;
  if (w + 5 > end) w = nextSegment();
  rows[w] = RAN + kind;
  rows[w + 1] = id;
  rows[w + 2] = toldTime = time;
  rows[w + 3] = -1;
  rows[w + 4] = toldTurn = turn;
  cells[POSITION] = at = w + 5;
  open = w;
  isRunning = true;
  cells[CURRENT] = current = id;
}

// A callback of the loop. Rust sets the clock before it calls, unless they come in a flood; in a long phase it calls for many (loop/phase.js).
function callbackBegan(kind, id) {
  callback = id;
  // The turn is counted between timers and poll; what comes after the last one belongs to it.
  if (kind !== EXIT) turn = kind === TIMEOUT || kind === INTERVAL ? cells[TURN_BEGUN] + 1 : cells[TURN_BEGUN];
  if (budget >= ENOUGH || kind === EXIT || earn()) {
    cells[FLOOD] = 0;
    began(kind, id, now());
    cells[CALLBACK_BEGAN] = toldTime;
    return;
  }
  if (turn !== toldTurn) tellTurn();
  let w = at;
  if (w + 2 > end) w = nextSegment();
  rows[w] = id * STEP + (FLOOD_CALLBACK + kind);
  rows[w + 1] = cells[CALLBACK_BEGAN] = floodTime = toldTime = cells[NOW];
  cells[POSITION] = at = w + 2;
  cells[FLOOD] = 1;
  open = -1;
  isRunning = true;
  cells[CURRENT] = current = id;
}

// A tick or a promise job.
function jobBegan(kind, id) {
  if (cells[NOW] !== floodTime || at === end) {
    jobBeganOtherwise(kind, id);
    return;
  }
  rows[at] = id * STEP + (FLOOD_RAN + kind);
  cells[POSITION] = ++at;
  open = -1;
  isRunning = true;
  cells[CURRENT] = current = id;
}

function jobBeganOtherwise(kind, id) {
  if (budget >= ENOUGH || earn()) {
    floodTime = -1;
    began(kind, id, now());
    return;
  }
  tellTime();
  if (at === end) nextSegment();
  rows[at] = id * STEP + (FLOOD_RAN + kind);
  cells[POSITION] = ++at;
  open = -1;
  isRunning = true;
  cells[CURRENT] = current = id;
}

// What runs has returned.
function ended() {
  if (open !== -1) endedExactly();
  isRunning = false;
  cells[CURRENT] = current = callback;
}

function endedExactly() {
  // Unless the ring has come round since.
  if (rows[open + 1] === current && rows[open + 3] === -1) rows[open + 3] = now();
  open = -1;
}

// The task whose code runs. Where none does, code does run that nobody announced: a promise job of the engine's own making
// (the steps of `for await`, of async generators and thenables, awaits of built-in code). It gets its row now, and ends with
// the next.
function running() {
  if (!isRunning && callback !== -1) {
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
  KINDS, NOW, REQUEST, JOB_LABEL, POSTING, LETTER, began, callbackBegan, cancelled, capture, cells, definedAt, ended, jobBegan, label, native, now, numberOf, queued,
  stackHere, stackSince, scheduleTimer,
  newId: () => ++lastId,
  isOn: () => isOn,
  isFlood: () => budget < ENOUGH && !earn(),
  start,
  stop,
  running,
  schedule,
  unwound,
  isOpen: (id) => isRunning && current === id,
};
