'use strict';
// setImmediate: the check phase.
//
// Immediates form a linked list through the objects themselves (_idleNext, _idlePrev, as in Node). The phase takes the whole list
// when it begins; immediates that callbacks add wait for the next turn. Rust calls runImmediate once per immediate, since ticks and
// promise jobs run between any two.
//
// After a callback that threw, Node continues with the rest, or with what was added meanwhile if there is no rest, before it runs
// any tick: runImmediate sets MORE then, and Rust calls again.

const { numbers, IMMEDIATES, REFED_IMMEDIATES, MORE, TICKS } = require('loop/state');
const { recordOrigin } = require('why/origins');
const { runTicks, fail, clearContext } = require('loop/ticks');

const kRefed = Symbol('refed');
const kFrame = Symbol('kAsyncContextFrame');

let head = null;
let tail = null;
let outstanding = null;
// Whether a call continues a phase instead of beginning one: a promise job may have cleared the rest of it.
let isMidPhase = false;

class Immediate {
  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = true;
    if (__hexloop_context__ !== null) this[kFrame] = __hexloop_context__;
    numbers[IMMEDIATES]++;
    numbers[REFED_IMMEDIATES]++;
    if (recordOrigin !== undefined) recordOrigin(this);
    if (tail === null) {
      head = tail = this;
    } else {
      this._idlePrev = tail;
      tail._idleNext = this;
      tail = this;
    }
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      numbers[REFED_IMMEDIATES]++;
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      numbers[REFED_IMMEDIATES]--;
    }
    return this;
  }

  hasRef() {
    return !!this[kRefed];
  }

  [Symbol.dispose]() {
    clearImmediate(this);
  }
}

function setImmediate(callback, arg1, arg2, arg3) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  let args;
  const count = arguments.length;
  if (count > 1) {
    args = count === 2 ? [arg1] : count === 3 ? [arg1, arg2] : [arg1, arg2, arg3];
    for (let i = 4; i < count; i++) args[i - 1] = arguments[i];
  }
  const immediate = new Immediate(callback, args);
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(immediate, 'Immediate');
  return immediate;
}

// The immediate that emits 'destroy' events: hidden from hooks, unreferenced, and first in the list.
let destroyImmediate = null;

function scheduleUntracked(callback) {
  destroyImmediate = new Immediate(callback, undefined).unref();
  if (head === destroyImmediate) return;
  tail = destroyImmediate._idlePrev;
  tail._idleNext = null;
  destroyImmediate._idlePrev = null;
  destroyImmediate._idleNext = head;
  head._idlePrev = destroyImmediate;
  head = destroyImmediate;
}

function clearImmediate(immediate) {
  if (!(immediate instanceof Immediate) || immediate._destroyed) return;
  numbers[IMMEDIATES]--;
  immediate._destroyed = true;
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitDestroy(immediate);
  if (immediate[kRefed] === true) numbers[REFED_IMMEDIATES]--;
  immediate[kRefed] = null;
  immediate._onImmediate = null;
  const previous = immediate._idlePrev;
  const next = immediate._idleNext;
  if (previous !== null) previous._idleNext = next;
  else if (head === immediate) head = next;
  else if (outstanding === immediate) outstanding = next;
  if (next !== null) next._idlePrev = previous;
  else if (tail === immediate) tail = previous;
  immediate._idlePrev = null;
  immediate._idleNext = null;
}

// Runs one immediate and its ticks. The first call of a phase takes the whole list.
function runImmediate() {
  let immediate = outstanding;
  if (immediate === null) {
    if (!isMidPhase) {
      immediate = head;
      head = tail = null;
    }
    if (immediate === null) {
      setMore(false);
      runTicks();
      return;
    }
  }
  // `outstanding` must be set before the callback runs, which may clear the next immediate.
  const next = immediate._idleNext;
  outstanding = next;
  if (next !== null) {
    next._idlePrev = null;
    immediate._idleNext = null;
  }
  immediate._destroyed = true;
  numbers[IMMEDIATES]--;
  if (immediate[kRefed] === true) numbers[REFED_IMMEDIATES]--;
  immediate[kRefed] = null;
  const args = immediate._argv;
  if (__hexloop_hooks__ !== undefined) __hexloop_context__ = immediate[kFrame] ?? null;
  if (__hexloop_resources__ !== undefined && immediate !== destroyImmediate) {
    __hexloop_resources__.emitBeforeLast(immediate);
  }
  try {
    if (args === undefined) immediate._onImmediate();
    else if (args.length === 1) immediate._onImmediate(args[0]);
    else require('core/intrinsics').reflectApply(immediate._onImmediate, immediate, args);
    immediate._onImmediate = null;
  } catch (error) {
    immediate._onImmediate = null;
    isMidPhase = false;
    numbers[MORE] = 1;
    fail(error);
    return;
  }
  clearContext();
  if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitAfter();
  if (numbers[TICKS] !== 0) runTicks();
  setMore(outstanding !== null);
}

function setMore(hasMore) {
  isMidPhase = hasMore;
  numbers[MORE] = hasMore ? 1 : 0;
}

// For process/resources.js.
function pendingImmediates() {
  const { arrayPush } = require('core/intrinsics');
  const found = [];
  for (let i = 0; i < 2; i++) {
    for (let each = i === 0 ? outstanding : head; each !== null; each = each._idleNext) {
      arrayPush(found, { kind: 'Immediate', resource: each, isReferenced: each[kRefed] === true });
    }
  }
  return found;
}

require('loop/phase').definePromisified(setImmediate, 'setImmediate');
binding('loop').connect('runImmediate', require('loop/phase').phaseRunner(runImmediate));

module.exports = { setImmediate, clearImmediate, Immediate, scheduleUntracked, pendingImmediates };
