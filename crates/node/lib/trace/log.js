'use strict';
// The log of a recording: rows of numbers in memory that Rust reads when the recording ends, and not before.
//
//   rows   ┌─ segment ─┬─ segment ─┬─ … ─┐   a ring: when the last segment is full the first is overwritten
//          └───────────┴───────────┴─────┘
//   QUEUED     kind, id, parent, queued, stack, resource, about, defined     a task was scheduled
//   RAN        kind, id, began, ended, turn                                  it runs (`ended` follows, or the next row implies it)
//   CANCELLED  kind, id, at                                                  it will not run
//
// WHY. A tick costs 30 ns and a promise job 100, and a recording may slow them down by half. So a row is a few stores, and expensive
// data is paid from a budget (trace/budget.js). When that is used up it is a flood: rows without a stack, by the coarse clock.
//
// Touching memory for the first time costs as much as all the rest, so a row of a flood is one number: the task's id, its kind and the
// row type. What many rows have in common is written once, and again at the head of each segment:
//
//   FLOOD_QUEUED     kind and id      by the running task, at the last time that was written
//   FLOOD_AWAITED    kind and id      the same for an await
//   FLOOD_TIMER      kind and id, milliseconds
//   FLOOD_RAN        kind and id      a tick or a job: at the last time and in the last turn that were written
//   FLOOD_CALLBACK   kind and id, began     a callback of the loop
//   TIMESTAMP  time     TURN  turn     RUNNING  the id of the running task, plus one
//
// A long flood repeats itself: a tick that queues the next one, many immediates in a row. Then no row is added: the last one is a RUN, and
// is extended. Ids are consecutive, so the first and the last are enough.
//
//   RUN, RUN_AWAITED     kind, first and last id that was queued, first and last id that ran, turns from one to the next
//     none ran           all were queued by the running task
//     none was queued    one ran after the other
//     else               one ran and queued one, the next ran and queued one, …
//
// JavaScript maps one segment at a time: memory that it holds counts for the collector, which would then let 100 MB of the program's own
// garbage accumulate, each object in new memory: a promise job took 300 ns that way, and 215 with a small ring.
//
// crates/trace/src/log has the other half, and defines the numbers of rows and cells.

const native = binding('trace');
const { NOW, definedAt, isSpent, label, now, reset, stackHere, ...budget } = require('trace/budget');

const { cells, segments, segment: viewOf, segmentSize: SEGMENT } = native;

const { TURN_BEGAN, CURRENT, POSITION, REQUEST, JOB_LABEL, CALLBACK_BEGAN, FLOOD, POST_STACK, MESSAGE_ID } = native.cell;
const {
  QUEUED, RAN, CANCELLED, FLOOD_QUEUED, FLOOD_AWAITED, FLOOD_TIMER, FLOOD_RAN, FLOOD_CALLBACK, TIMESTAMP, TURN, RUNNING, RUN, RUN_AWAITED, STEP,
} = native.rowType;
const { kind: KINDS } = native;
const { TIMEOUT, INTERVAL, PROMISE, EXIT } = KINDS;

let rows = viewOf(0);
// The number of the segment, laps included, and where in it the next row goes.
let segment = 0;
let at = 0;
let lastId = 0;
// Whether a task is running: its id is in cells[CURRENT], and between two of them that of the loop callback they belong to.
let isRunning = false;
let callback = -1;
// The row of the running task that still needs its end time; -1: the next row implies it.
let open = -1;
let openRows = rows;
let turn = 0;
// The time and the turn that rows of a flood refer to.
let lastTime = -1;
let lastTurn = 0;
// In a flood, the time that was written last; else -1. While the clock has not changed, functions take a fast path that is short enough for
// the compiler to inline; `…Slow` is the rest.
let floodTime = -1;

function nextSegment() {
  if (at < SEGMENT) rows[at] = 0;
  rows = viewOf(++segment % segments);
  ranEnd = queuedFrom = queuedEnd = -1;
  // A reader may start here without the previous segment.
  rows[0] = TIMESTAMP;
  rows[1] = lastTime;
  rows[2] = lastTurn * STEP + TURN;
  rows[3] = (cells[CURRENT] + 1) * STEP + RUNNING;
  at = 4;
}

// Reserves space for a row. Ends a run.
function reserve(count) {
  limit = -1;
  if (at + count > SEGMENT) nextSegment();
  return at;
}

function advance(next) {
  at = next;
  cells[POSITION] = segment * SEGMENT + next;
}

function writeOne(number) {
  const w = reserve(1);
  rows[w] = number;
  advance(w + 1);
}

function writeTwo(first, second) {
  const w = reserve(2);
  rows[w] = first;
  rows[w + 1] = second;
  advance(w + 2);
}

function writeTime() {
  floodTime = cells[NOW];
  if (floodTime !== lastTime) writeTwo(TIMESTAMP, lastTime = floodTime);
}

// ---- on and off: with --traceable a recording starts and stops at any time

let isOn = native.isOn;

function start() {
  isOn = true;
  segment = at = 0;
  rows = viewOf(0);
  cells[CURRENT] = -1;
  open = callback = lastTime = floodTime = limit = ranEnd = queuedFrom = queuedEnd = -1;
  lastTurn = 0;
  isRunning = false;
  reset();
}

function stop() {
  isOn = false;
}

// ---- runs

// The last row is a RUN that may be extended: while `lastId` is below this one more may be queued, and when they are equal the next may
// run. -1: it is not.
let limit = -1;
const UNLIMITED = 2 ** 31 - 1;
// How much `limit` grows with each task that runs: the number of tasks it queues, none or one.
let runStep = 0;
// Kind and row type of what may be queued, and the kind of what may run.
let runTag = -1;
let runKind = -1;
// In a run of callbacks, the turn of the next one and the turns between two.
let runTurn = 0;
let turnStep = 0;
// Where the last queued id and the last id that ran are stored.
let runQueued = 0;
let runRan = 0;

// Detection of a run: the end of the row of the last task that ran, its id and kind, and how many in a row queued the same number of tasks,
// none or one (`repeatStep`);
let ranEnd = -1;
let nextRan = -1;
let ranKind = -1;
let repeatCount = 0;
let repeatStep = -1;
// and the range of rows of tasks of one kind that were queued in a row.
let queuedFrom = -1;
let queuedEnd = -1;
let queuedTag = -1;

// As many rows as a RUN has numbers.
const MIN_RUN_LENGTH = 6;

function writeRun(tag, firstQueued, lastQueued, firstRan, ran, turns) {
  const w = reserve(6);
  rows[w] = tag;
  rows[w + 1] = firstQueued;
  rows[w + 2] = lastQueued;
  rows[w + 3] = firstRan;
  rows[w + 4] = ran;
  rows[w + 5] = turnStep = turns;
  runQueued = w + 2;
  runRan = w + 4;
  advance(w + 6);
}

// A task runs in a flood: whether it repeats the previous ones, often enough.
function joinsRun(kind, id, turns) {
  const queued = ranEnd === at ? 0 : ranEnd === at - 1 && queuedFrom === at - 1 && queuedTag % 32 === kind ? 1 : -1;
  if (queued === -1 || id !== nextRan || kind !== ranKind || queued !== repeatStep || turns !== turnStep) {
    repeatCount = 0;
    repeatStep = queued;
    turnStep = turns;
    return false;
  }
  return ++repeatCount >= MIN_RUN_LENGTH && at + 6 <= SEGMENT;
}

function beginRun(kind, id, turns) {
  const isAwait = repeatStep === 1 && queuedTag === FLOOD_AWAITED + kind;
  writeRun((isAwait ? RUN_AWAITED : RUN) + kind, lastId + 1, lastId, id, id, turns);
  runTag = repeatStep === 1 ? queuedTag : -1;
  runKind = kind;
  runStep = repeatStep;
  limit = lastId + runStep;
}

// ---- rows

// Writes that a task was scheduled, and returns its id. `about` is a label, or the milliseconds of a timer.
function queued(kind, stack, resource, about, parent, time, defined = -1) {
  const w = reserve(8);
  rows[w] = QUEUED + kind;
  rows[w + 1] = ++lastId;
  rows[w + 2] = parent;
  rows[w + 3] = time;
  rows[w + 4] = stack;
  rows[w + 5] = resource;
  rows[w + 6] = about;
  rows[w + 7] = defined;
  advance(w + 8);
  return lastId;
}

function newId() {
  limit = -1;
  return ++lastId;
}

// Schedules a tick, a promise job or an immediate: a function, or the continuation of an await.
function schedule(kind, isAwait, callback) {
  const tag = (isAwait ? FLOOD_AWAITED : FLOOD_QUEUED) + kind;
  if (lastId >= limit || tag !== runTag || cells[NOW] !== floodTime || !isRunning) return scheduleSlow(kind, isAwait, callback);
  rows[runQueued] = ++lastId;
  return lastId;
}

function scheduleSlow(kind, isAwait, callback) {
  if (cells[NOW] !== floodTime || !isRunning) {
    if (!isSpent()) {
      floodTime = -1;
      const stack = stackHere();
      return queued(kind, stack, -1, isAwait ? AWAIT : -1, running(), now(), definedAt(callback, stack));
    }
    running();
    writeTime();
  }
  const tag = (isAwait ? FLOOD_AWAITED : FLOOD_QUEUED) + kind;
  const isOneMore = tag === queuedTag && queuedEnd === at;
  lastId++;
  if (isOneMore && at - queuedFrom >= MIN_RUN_LENGTH && at + 6 <= SEGMENT) {
    writeRun((isAwait ? RUN_AWAITED : RUN) + kind, lastId, lastId, 0, -1, 0);
    runTag = tag;
    runKind = -1;
    limit = UNLIMITED;
  } else {
    writeOne(lastId * STEP + tag);
    if (!isOneMore || queuedFrom === -1) queuedFrom = at - 1;
  }
  queuedEnd = at;
  queuedTag = tag;
  return lastId;
}

const AWAIT = label('await');

// Schedules a timer in a flood: returns its id, which is also that of its resource.
function scheduleTimer(kind, milliseconds) {
  running();
  writeTime();
  writeTwo(++lastId * STEP + (FLOOD_TIMER + kind), milliseconds);
  return lastId;
}

// A task runs. These rows are in execution order.
function began(kind, id, time) {
  const w = reserve(5);
  rows[w] = RAN + kind;
  rows[w + 1] = id;
  rows[w + 2] = lastTime = time;
  rows[w + 3] = -1;
  rows[w + 4] = lastTurn = turn;
  advance(w + 5);
  open = w;
  openRows = rows;
  runs(id);
}

function runs(id) {
  isRunning = true;
  cells[CURRENT] = id;
}

// A loop callback runs. Rust updates the clock before the call, except in a flood; in a long phase it calls once for many (loop/phase.js).
function callbackBegan(kind, id) {
  callback = id;
  if (lastId === limit && id === nextRan && kind === runKind && cells[NOW] === floodTime && cells[TURN_BEGAN] === runTurn) {
    rows[runRan] = nextRan++;
    limit += runStep;
    turn = lastTurn = runTurn;
    runTurn += turnStep;
    cells[CALLBACK_BEGAN] = floodTime;
    runs(id);
    return;
  }
  callbackBeganSlow(kind, id);
}

function callbackBeganSlow(kind, id) {
  // The turn is counted between timers and poll; what follows the last one belongs to it.
  if (kind !== EXIT) turn = kind === TIMEOUT || kind === INTERVAL ? cells[TURN_BEGAN] + 1 : cells[TURN_BEGAN];
  if (kind === EXIT || !isSpent()) {
    cells[FLOOD] = 0;
    began(kind, id, now());
    cells[CALLBACK_BEGAN] = lastTime;
    return;
  }
  const turns = turn - lastTurn;
  const isRun = cells[NOW] === floodTime && kind !== TIMEOUT && kind !== INTERVAL && joinsRun(kind, id, turns);
  cells[CALLBACK_BEGAN] = floodTime = lastTime = cells[NOW];
  if (isRun) {
    beginRun(kind, id, turns);
    runTurn = turn + turns;
  } else {
    if (turns !== 0) writeOne(turn * STEP + TURN);
    writeTwo(id * STEP + (FLOOD_CALLBACK + kind), floodTime);
  }
  lastTurn = turn;
  cells[FLOOD] = 1;
  ranInFlood(kind, id);
}

function ranInFlood(kind, id) {
  ranEnd = at;
  ranKind = kind;
  nextRan = id + 1;
  open = -1;
  runs(id);
}

// A tick or a promise job runs.
function jobBegan(kind, id) {
  if (lastId !== limit || id !== nextRan || kind !== runKind || cells[NOW] !== floodTime) {
    jobBeganSlow(kind, id);
    return;
  }
  rows[runRan] = nextRan++;
  limit += runStep;
  runs(id);
}

function jobBeganSlow(kind, id) {
  if (cells[NOW] !== floodTime) {
    if (!isSpent()) {
      floodTime = -1;
      began(kind, id, now());
      return;
    }
    writeTime();
  }
  if (joinsRun(kind, id, 0)) beginRun(kind, id, 0);
  else writeOne(id * STEP + (FLOOD_RAN + kind));
  ranInFlood(kind, id);
}

// The running task has returned.
function ended() {
  if (open !== -1) closeOpenRow();
  isRunning = false;
  cells[CURRENT] = callback;
}

function closeOpenRow() {
  // Unless the ring has wrapped since.
  if (openRows[open + 1] === cells[CURRENT] && openRows[open + 3] === -1) openRows[open + 3] = now();
  open = -1;
}

// The id of the running task. If there is none, code runs that was not announced: a promise job of the engine's own (the steps of `for
// await`, of async generators and thenables, awaits of built-in code). It gets its row now, which the next one ends.
function running() {
  if (!isRunning && callback !== -1) {
    unannounced ??= label('promise job');
    const time = now();
    began(PROMISE, queued(PROMISE, -1, -1, unannounced, callback, time), time);
  }
  return cells[CURRENT];
}

let unannounced;

// A callback threw, or the loop ends. An exit callback itself is still running.
function unwound() {
  if (open === -1 || openRows[open] !== RAN + EXIT) ended();
}

function cancelled(id) {
  const w = reserve(3);
  rows[w] = CANCELLED;
  rows[w + 1] = id;
  rows[w + 2] = now();
  advance(w + 3);
}

module.exports = {
  ...budget, KINDS, NOW, REQUEST, JOB_LABEL, POST_STACK, MESSAGE_ID, began, callbackBegan, cancelled, cells, definedAt, ended, jobBegan, label, native, newId, now, queued,
  running, schedule, scheduleTimer, stackHere, start, stop, unwound,
  isOn: () => isOn,
  isFlood: isSpent,
  isOpen: (id) => isRunning && cells[CURRENT] === id,
};
