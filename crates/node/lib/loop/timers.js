'use strict';
// setTimeout and setInterval: the timers phase.
//
// WHY lists. Programs set very many timers of few durations (every socket has the same timeout). Timers of one duration become due
// in the order in which they were set, so each duration has a list with O(1) append, and only the lists are kept in a heap, by the
// due time of their first timer. This is Node's structure, and it is observable: after the loop was blocked, all due timers of one
// list run before those of the next list.
//
//   heap (by expiry, then by the order of arming)          list of 5 ms
//        ┌── 5 ms ── 10 ms                                 [ ran, ran, Timeout, (cleared), Timeout, Timeout ]
//        └── 100 ms                                                    ▲ head
//
// A list is an array with a head, not a linked list: timers that are set one after the other usually have different durations, so
// following links would touch a cold neighbour on every step.
// A cleared timer leaves a hole; when there are more holes than timers the list is compacted.
//
// Rust sees one number, NEXT_TIMER: when the first list is due. In the timers phase it calls runTimer, which runs one due timer and
// its ticks; MORE is set if another one is due. setTimeout never calls Rust: the engine's own Date.now detects *whether* a
// millisecond has passed; only then the loop's clock is read.
// (The two clocks tick together: see crates/node/src/clock.rs.)

const engine = require('engine');
const { numbers, NEXT_TIMER, REFED_TIMERS, MORE, NOW, CLOCK, TICKS } = require('loop/state');
const { recordOrigin } = require('why/origins');
const { filledList, newList } = require('core/safe/list');
const { runTicks, fail, clearContext } = require('loop/ticks');
const readClock = binding('loop').now;
const { dateNow } = engine;
const safeCollections = () => require('core/safe/collections');

const TIMEOUT_MAX = 2 ** 31 - 1;
const kRefed = Symbol('refed');
const kIndex = Symbol('kIndex');
const kFrame = Symbol('kAsyncContextFrame');

// ---- the clock

let lastWallTime = -1;
let lastLoopTime = 0;

function now() {
  const wall = dateNow();
  if (wall === lastWallTime) return lastLoopTime;
  lastWallTime = wall;
  return lastLoopTime = readClock();
}

// ---- lists, and the heap of lists

class TimersList {
  constructor(expiry, msecs) {
    this.timers = newList();
    this.head = 0;
    this.liveCount = 0;
    this.expiry = expiry;
    this.id = nextListId++;
    this.msecs = msecs;
    this.position = 0;
  }
}

engine.setPrototypeOf(TimersList.prototype, null);

let nextListId = 1;
// Lists by duration: common ones in an array, the others in a map.
const SHORT = 1024;
const shortLists = filledList(SHORT, undefined);
let longLists;
// Slots 1 to `size` - 1 are used.
const heap = newList();
heap[0] = null;
let size = 1;

function listOf(msecs) {
  return msecs >= 0 && msecs < SHORT ? shortLists[msecs] : longLists?.get(msecs);
}

function setList(msecs, list) {
  if (msecs >= 0 && msecs < SHORT) shortLists[msecs] = list;
  else if (list === undefined) longLists.delete(msecs);
  else (longLists ??= new (safeCollections().SafeMap)()).set(msecs, list);
}

function isBefore(a, b) {
  return a.expiry < b.expiry || (a.expiry === b.expiry && a.id < b.id);
}

function siftUp(position) {
  const list = heap[position];
  while (position > 1) {
    const parent = heap[position >> 1];
    if (!isBefore(list, parent)) break;
    heap[position] = parent;
    parent.position = position;
    position >>= 1;
  }
  heap[position] = list;
  list.position = position;
}

function siftDown(position) {
  const list = heap[position];
  const end = size;
  for (;;) {
    let child = position * 2;
    if (child >= end) break;
    if (child + 1 < end && isBefore(heap[child + 1], heap[child])) child++;
    const smaller = heap[child];
    if (!isBefore(smaller, list)) break;
    heap[position] = smaller;
    smaller.position = position;
    position = child;
  }
  heap[position] = list;
  list.position = position;
}

function addList(list) {
  heap[size] = list;
  siftUp(size++);
  numbers[NEXT_TIMER] = heap[1].expiry;
}

function dropList(list) {
  setList(list.msecs, undefined);
  const last = heap[--size];
  heap[size] = null;
  const position = list.position;
  if (last !== list) {
    heap[position] = last;
    last.position = position;
    siftDown(position);
    siftUp(last.position);
  }
  numbers[NEXT_TIMER] = size > 1 ? heap[1].expiry : 0;
}

// ---- one timer in its list

function append(timer, delay, start) {
  const msecs = delay - delay % 1;
  timer._idleStart = start;
  if (timer._idlePrev !== null) detach(timer);
  let list = listOf(msecs);
  if (list === undefined) {
    list = new TimersList(start + msecs, msecs);
    setList(msecs, list);
    addList(list);
  }
  timer._idlePrev = list;
  if (list.head > 64 && 2 * list.head > list.timers.length) compact(list);
  timer[kIndex] = list.timers.length;
  list.timers[list.timers.length] = timer;
  list.liveCount++;
}

function detach(timer) {
  const list = timer._idlePrev;
  timer._idlePrev = null;
  list.timers[timer[kIndex]] = null;
  list.liveCount--;
  if (list.timers.length > 64 && list.timers.length > 2 * list.liveCount) compact(list);
}

function compact(list) {
  const timers = newList();
  for (let i = list.head; i < list.timers.length; i++) {
    const timer = list.timers[i];
    if (timer === null) continue;
    timer[kIndex] = timers.length;
    timers[timers.length] = timer;
  }
  list.timers = timers;
  list.head = 0;
}

function firstLive(list) {
  if (list.liveCount === 0) return null;
  const { timers } = list;
  while (timers[list.head] === null) list.head++;
  return timers[list.head];
}

// Removes the first timer of a list, which is about to run.
function takeFirst(list, timer) {
  timer._idlePrev = null;
  list.timers[list.head++] = null;
  list.liveCount--;
}

// Removes a timer from its list, and an empty list from the heap.
function remove(timer) {
  const list = timer._idlePrev;
  detach(timer);
  if (list.liveCount === 0 && listOf(list.msecs) === list) dropList(list);
}

// ---- the objects that programs hold

// Timers with a primitive id, in both directions.
let timersById;
let primitiveIds;
let nextPrimitive = 1;

class Timeout {
  constructor(callback, after, args, isRepeat) {
    this._idleTimeout = after;
    this._idlePrev = null;
    this._idleStart = 0;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = isRepeat ? after : null;
    this._destroyed = false;
    this[kRefed] = true;
    this[kIndex] = 0;
    if (__hexloop_context__ !== null) this[kFrame] = __hexloop_context__;
    numbers[REFED_TIMERS]++;
    if (recordOrigin !== undefined) recordOrigin(this);
    append(this, after, now());
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(this, 'Timeout');
  }

  refresh() {
    if (this._idleTimeout < 0) return this;
    append(this, this._idleTimeout, now());
    if (this._destroyed) {
      this._destroyed = false;
      if (this[kRefed]) numbers[REFED_TIMERS]++;
      if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(this, 'Timeout');
    }
    return this;
  }

  unref() {
    if (this[kRefed]) {
      this[kRefed] = false;
      if (!this._destroyed) numbers[REFED_TIMERS]--;
    }
    return this;
  }

  ref() {
    if (!this[kRefed]) {
      this[kRefed] = true;
      if (!this._destroyed) numbers[REFED_TIMERS]++;
    }
    return this;
  }

  hasRef() {
    return this[kRefed];
  }

  close() {
    clearTimeout(this);
    return this;
  }

  [engine.symbolFor('nodejs.util.inspect.custom')](_, options, inspect) {
    // One level only: the list of a timer is long.
    return inspect(this, { ...options, depth: 0, customInspect: false });
  }

  [Symbol.dispose]() {
    clearTimeout(this);
  }

  [Symbol.toPrimitive]() {
    timersById ??= new (safeCollections().SafeMap)();
    primitiveIds ??= new (safeCollections().SafeWeakMap)();
    let number = primitiveIds.get(this);
    if (number === undefined) {
      number = nextPrimitive++;
      primitiveIds.set(this, number);
      if (!this._destroyed) timersById.set(number, this);
    }
    return number;
  }
}

// The timer has run for the last time, or was cleared.
function destroy(timer) {
  timer._destroyed = true;
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitDestroy(timer);
  if (timer[kRefed]) numbers[REFED_TIMERS]--;
  if (timersById !== undefined && timersById.size > 0) timersById.delete(primitiveIds.get(timer));
}

// The delay, or 1 if it is invalid (with Node's warning if it does not fit).
function delayOf(after) {
  if (typeof after === 'number' && after >= 1 && after <= TIMEOUT_MAX) return after;
  if (after === undefined) return 1;
  after *= 1;
  if (after >= 1 && after <= TIMEOUT_MAX) return after;
  return after === 0 ? 1 : require('loop/delays').clampDelay(after, TIMEOUT_MAX);
}

function extraArguments(args) {
  const extra = args.length === 3 ? [args[2]] : [args[2], args[3]];
  for (let i = 4; i < args.length; i++) extra[i - 2] = args[i];
  return extra;
}

function throwInvalidCallback(callback) {
  const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
  throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
}

function setTimeout(callback, after) {
  if (typeof callback !== 'function') throwInvalidCallback(callback);
  const args = arguments.length > 2 ? extraArguments(arguments) : undefined;
  return new Timeout(callback, delayOf(after), args, false);
}

function setInterval(callback, repeat) {
  if (typeof callback !== 'function') throwInvalidCallback(callback);
  const args = arguments.length > 2 ? extraArguments(arguments) : undefined;
  return new Timeout(callback, delayOf(repeat), args, true);
}

function clearTimeout(timer) {
  if (typeof timer === 'number' || typeof timer === 'string') timer = timersById?.get(primitiveOf(timer));
  if (timer?._onTimeout) stop(timer);
}

// '7' is the id of timer 7; '7.0' and '07' are no ids.
function primitiveOf(name) {
  const number = Number(name);
  return String(number) === String(name) ? number : undefined;
}

function clearInterval(timer) {
  clearTimeout(timer);
}

function stop(timer) {
  timer._onTimeout = null;
  if (timer._destroyed) return;
  destroy(timer);
  timer[kRefed] = null;
  if (timer._idlePrev !== null) remove(timer);
  timer._idleTimeout = -1;
}

// ---- the timers phase

// The list whose timers are running. It stays at the top of the heap meanwhile.
let running = null;
// The next timer of that list, selected before the ticks of the previous one run (as in Node): a tick may clear it, but not replace
// it.
let nextTimer = null;

// Runs one due timer, then ticks. NOW is fixed for the whole phase; MORE is set if Rust has to call again.
function runTimer() {
  if (running === null) selectList();
  while (running !== null) {
    const timer = nextTimer ?? firstDue();
    nextTimer = null;
    if (timer === null) {
      // A callback threw, and nothing more is due in its list. Ticks and jobs run before the next list.
      selectList();
      numbers[MORE] = running === null ? 0 : 1;
      runTicks();
      return;
    }
    if (running.timers[running.head] === timer) takeFirst(running, timer);
    else if (timer._idlePrev !== null) detach(timer);
    if (timer._onTimeout) {
      run(timer);
      return;
    }
    if (!timer._destroyed) destroy(timer);
  }
  numbers[MORE] = 0;
  runTicks();
}

function run(timer) {
  const start = timer._repeat === null ? 0 : now();
  if (__hexloop_hooks__ !== undefined) __hexloop_context__ = timer[kFrame] ?? null;
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitBefore(timer);
  try {
    const args = timer._timerArgs;
    if (args === undefined) timer._onTimeout();
    else if (args.length === 1) timer._onTimeout(args[0]);
    else require('core/intrinsics').reflectApply(timer._onTimeout, timer, args);
  } catch (error) {
    rearmOrDestroy(timer, start);
    running = nextTimer = null;
    numbers[MORE] = 1;
    publishClock();
    fail(error);
    return;
  }
  clearContext();
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitAfter();
  rearmOrDestroy(timer, start);
  nextTimer = firstDue();
  if (nextTimer === null) selectList();
  if (running === null) {
    numbers[MORE] = 0;
    publishClock();
  } else {
    numbers[MORE] = 1;
  }
  // After a tick that threw Node starts over with the remaining timers, and selects the first one again.
  if (numbers[TICKS] !== 0 && !runTicks()) running = nextTimer = null;
}

function publishClock() {
  numbers[CLOCK] = lastLoopTime > numbers[NOW] ? lastLoopTime : numbers[NOW];
}

function rearmOrDestroy(timer, start) {
  if (timer._repeat !== null && timer._idleTimeout !== -1) {
    timer._idleTimeout = timer._repeat;
    append(timer, timer._repeat, start);
  } else if (timer._idlePrev === null && !timer._destroyed) {
    destroy(timer);
  }
}

// The first timer of the running list if it is due. Otherwise the list is rearmed, or removed if it is empty.
function firstDue() {
  const list = running;
  const timer = firstLive(list);
  const clock = numbers[NOW];
  if (timer === null) {
    if (listOf(list.msecs) === list) dropList(list);
  } else if (clock - timer._idleStart < list.msecs) {
    const due = timer._idleStart + list.msecs;
    list.expiry = due > clock ? due : clock + 1;
    list.id = nextListId++;
    if (listOf(list.msecs) === list) siftDown(list.position);
    numbers[NEXT_TIMER] = size > 1 ? heap[1].expiry : 0;
  } else {
    return timer;
  }
  running = null;
  return null;
}

function selectList() {
  running = size > 1 && heap[1].expiry <= numbers[NOW] ? heap[1] : null;
}

// For process/resources.js, in the order of the lists.
function pendingTimers() {
  const { arrayPush } = require('core/intrinsics');
  const found = [];
  for (let at = 1; at < size; at++) {
    const { msecs, timers } = heap[at];
    for (let i = 0; i < timers.length; i++) {
      const timer = timers[i];
      if (timer === null || !timer._onTimeout) continue;
      const detail = `${timer._repeat === null ? 'after' : 'every'} ${msecs} ms`;
      arrayPush(found, { kind: 'Timeout', resource: timer, isReferenced: timer[kRefed] === true, detail });
    }
  }
  return found;
}

require('loop/phase').definePromisified(setTimeout, 'setTimeout');
binding('loop').connect('runTimer', require('loop/phase').phaseRunner(runTimer));

module.exports = {
  setTimeout, clearTimeout, setInterval, clearInterval, Timeout, now, pendingTimers,
};
