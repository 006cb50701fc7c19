'use strict';
// The process.nextTick queue, and what runs between two callbacks.
//
// HOW. Rust calls JavaScript once per macrotask: a function in lib/loop runs the callback and then all ticks (step 1 of
// docs/event-loop.md, Between two callbacks). When the call returns, the promise jobs are drained (step 2); if they queued ticks,
// Rust calls runTicks again (step 3); then rejections are reported (step 4).
//
// WHY a ring of chunks. A tick is one array slot: the function, or an object if there are arguments. Chunks of fixed size are filled
// and emptied in order and an empty one is reused, so a chain of ticks allocates nothing and a flood of them never copies.
//
//   head ─▶ [ chunk ] ─▶ [ chunk ] ─▶ [ chunk ] ◀─ tail
//            ▲ read                    ▲ write
//
// A callback that throws ends the macrotask: its remaining ticks and jobs run after the NEXT callback. That is what Node does (an
// immediate that was queued before runs first).

const { setPrototypeOf } = require('engine');
const { filledList } = require('core/safe/list');
const { numbers, TICKS, CALLBACK_THREW } = require('loop/state');

const CHUNK = 2048;

class Chunk {
  constructor() {
    this.slots = filledList(CHUNK, undefined);
    // The ids of recorded ticks (trace/tasks.js); 0: not recorded.
    this.tasks = undefined;
    this.next = null;
  }
}

setPrototypeOf(Chunk.prototype, null);

let head = new Chunk();
let tail = head;
let spare = null;
let read = 0;
let write = 0;
let exiting = false;
// The node10 profile holds ticks back until the end of a phase.
let held = false;

function nextTick(callback) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  if (exiting) return;
  let args;
  const count = arguments.length;
  if (count > 1) {
    // A literal defines its elements: no setter of a program's sees them.
    args = count === 2 ? [arguments[1]] : [arguments[1], arguments[2]];
    for (let i = 3; i < count; i++) args[i - 1] = arguments[i];
  }
  enqueue(callback, args);
}

// A tick with arguments or an async context.
class Tick {
  constructor(callback, args, frame) {
    this.callback = callback;
    this.args = args;
    this.frame = frame;
  }
}

// Its fields are its own, whatever a program defines on Object.prototype.
setPrototypeOf(Tick.prototype, null);

function enqueue(callback, args) {
  if (write === CHUNK) nextWriteChunk();
  const frame = __hexloop_context__;
  const resources = __hexloop_resources__;
  if (resources !== undefined) {
    const tracked = resources.tick(callback, args);
    if (typeof tracked === 'number') {
      if (tail.tasks === undefined) tail.tasks = filledList(CHUNK, 0);
      tail.tasks[write] = tracked;
    } else {
      callback = tracked;
      args = undefined;
      if (tail.tasks !== undefined) tail.tasks[write] = 0;
    }
  }
  tail.slots[write++] = args === undefined && frame === null ? callback : new Tick(callback, args, frame);
  numbers[TICKS] = 1;
}

function nextWriteChunk() {
  const chunk = spare ?? new Chunk();
  spare = null;
  tail.next = chunk;
  tail = chunk;
  write = 0;
}

// Runs all ticks, including those they add. Returns false if one threw.
function runTicks() {
  if (held) return true;
  clearContext();
  // The id of the last recorded tick; the next one ends it.
  let task = 0;
  try {
    while (head !== tail || read !== write) {
      if (read === CHUNK) nextReadChunk();
      const { slots } = head;
      const tick = slots[read];
      if (__hexloop_resources__ !== undefined && head.tasks !== undefined) {
        task = head.tasks[read];
        if (task !== 0) { const resources = __hexloop_resources__; resources.beginTick(task); }
      }
      slots[read++] = undefined;
      if (typeof tick === 'function') tick();
      else runTick(tick);
      clearContext();
    }
    if (task !== 0) __hexloop_resources__.endTicks();
    read = write = 0;
    numbers[TICKS] = 0;
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

function runTick({ callback, args, frame }) {
  if (__hexloop_context__ !== frame) __hexloop_context__ = frame;
  if (args === undefined) callback();
  else if (args.length === 1) callback(args[0]);
  else if (args.length === 2) callback(args[0], args[1]);
  else require('core/intrinsics').reflectApply(callback, undefined, args);
}

// There is no async context between two callbacks; `enterWith` or an await may have left one.
function clearContext() {
  if (__hexloop_context__ !== null) __hexloop_context__ = null;
}

function nextReadChunk() {
  const empty = head;
  head = empty.next;
  empty.next = null;
  spare = empty;
  read = 0;
}

// The callback of a macrotask threw. The async context is still the callback's, for listeners.
function fail(error) {
  numbers[CALLBACK_THREW] = 1;
  require('process/fatal').triggerUncaught(error, false);
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.unwind();
  clearContext();
}

// One macrotask: the callback, then the ticks.
function runCallback(callback, args) {
  clearContext();
  try {
    if (args === undefined) callback();
    else require('core/intrinsics').reflectApply(callback, undefined, args);
  } catch (error) {
    fail(error);
    return;
  }
  runTicks();
}

binding('loop').connect('runTicks', runTicks);

module.exports = {
  nextTick,
  enqueue,
  runTicks,
  runCallback,
  fail,
  clearContext,
  holdTicks(hold) { held = hold; },
  // Called when a recording ends: its ids are invalid in the next one.
  forgetTasks() {
    for (let chunk = head; chunk !== null; chunk = chunk.next) chunk.tasks = undefined;
    spare = null;
  },
  stopAcceptingTicks() { exiting = true; },
};
