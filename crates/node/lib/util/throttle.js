'use strict';
// util.throttle: limits the runs per interval, and how many run concurrently.
//
// Calls beyond the limit are queued (or dropped), and while the queue is not empty all calls are queued. The timer is active only
// while the queue waits for time: when it waits for a run to end, it is processed then.

const globals = require('globals');
const { arrayAt, arrayPush, arrayShift, mathCeil, mathMax, objectAssign, objectDefineProperties } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { promiseReject, promiseResolve, promiseThen, promiseWithResolvers } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { AbortError, abortedBy, codes } = require('core/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf } =
  require('core/validate');
const { addRefMethods, rejectOnAbort, copyName, TIMEOUT_MAX } = require('util/debounce');

function throttle(fn, limit, interval, options = undefined) {
  validateFunction(fn, 'fn');
  validateInteger(limit, 'limit', 1);
  validateInteger(interval, 'interval', 0, TIMEOUT_MAX);
  if (options !== undefined) validateObject(options, 'options');
  const { concurrency = Infinity, maxPending = Infinity, overflow = 'queue', signal, strict = false } = options ?? {};
  if (concurrency !== Infinity) validateInteger(concurrency, 'options.concurrency', 1);
  if (maxPending !== Infinity) validateInteger(maxPending, 'options.maxPending', 0);
  validateOneOf(overflow, 'options.overflow', ['queue', 'drop']);
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  validateBoolean(strict, 'options.strict');
  if (signal?.aborted) throw abortedBy(signal);
  const rate = interval === 0 ? new Unlimited() : new (strict ? RollingWindow : FixedWindow)(limit, interval);
  return new Throttle(fn, rate, concurrency, overflow === 'drop' ? 0 : maxPending, signal).wrapper;
}

class Unlimited {
  wait() { return 0; }
  recordStart() {}
  reset() {}
}

// A window starts with the first run after the previous one ended.
class FixedWindow {
  constructor(limit, interval) {
    objectAssign(this, { limit, interval });
    this.reset();
  }

  // How long until a run may start.
  wait() {
    const left = this.start + this.interval - globals.performance.now();
    return left <= 0 || this.runs < this.limit ? 0 : left;
  }

  recordStart() {
    const now = globals.performance.now();
    if (now - this.start >= this.interval) {
      this.start = now;
      this.runs = 0;
    }
    this.runs++;
  }

  reset() {
    this.start = -Infinity;
    this.runs = 0;
  }
}

// No more than `limit` runs within any `interval`: a ring of the last start times.
class RollingWindow {
  constructor(limit, interval) {
    objectAssign(this, { limit, interval });
    this.reset();
  }

  wait() {
    if (this.startTimes.length < this.limit) return 0;
    return mathMax(0, this.startTimes[this.next] + this.interval - globals.performance.now());
  }

  recordStart() {
    this.startTimes[this.next] = globals.performance.now();
    this.next = (this.next + 1) % this.limit;
  }

  reset() {
    this.startTimes = [];
    this.next = 0;
  }
}

class Throttle {
  timer = undefined;
  isReferenced = true;
  queue = [];
  active = 0;
  ended = undefined;

  constructor(fn, rate, concurrency, maxPending, signal) {
    objectAssign(this, { fn, rate, concurrency, maxPending });
    this.wrapper = createWrapper(this);
    rejectOnAbort(signal, this);
  }

  hasCapacity() {
    return this.ended === undefined && this.queue.length === 0 && this.active < this.concurrency && this.rate.wait() === 0;
  }

  call(args) {
    if (this.ended !== undefined) return promiseReject(this.ended);
    const call = promiseWithResolvers();
    call.args = args;
    if (this.hasCapacity()) {
      this.run(call);
    } else if (this.queue.length >= this.maxPending) {
      call.reject(new codes.ERR_THROTTLED());
      // Dropped calls are not reported as unhandled rejections.
      promiseThen(call.promise, undefined, () => {});
    } else {
      arrayPush(this.queue, call);
      this.setTimer();
    }
    return call.promise;
  }

  run({ args, resolve }) {
    this.active++;
    this.rate.recordStart();
    let result;
    try {
      result = promiseResolve(applyOn(this.fn, this.wrapper, args));
    } catch (error) {
      result = promiseReject(error);
    }
    const end = () => {
      this.active--;
      this.runQueued();
    };
    promiseThen(result, end, end);
    resolve(result);
  }

  // Runs as many queued calls as the limits allow, and sets the timer for the others.
  runQueued() {
    while (this.queue.length > 0 && this.active < this.concurrency && this.rate.wait() === 0) this.run(arrayShift(this.queue));
    this.setTimer();
  }

  setTimer() {
    if (this.timer !== undefined || this.queue.length === 0 || this.active >= this.concurrency) return;
    this.timer = globals.setTimeout(() => {
      this.timer = undefined;
      this.runQueued();
    }, mathCeil(this.rate.wait()));
    if (!this.isReferenced) this.timer.unref();
  }

  rejectPending(error) {
    globals.clearTimeout(this.timer);
    this.timer = undefined;
    const pending = this.queue;
    this.queue = [];
    for (const { reject } of each(pending)) reject(error);
  }
}

// The throttled function.
function createWrapper(state) {
  const wrapper = copyName(state.fn, function (...args) { return state.call(args); });
  wrapper.cancel = function cancel(reason) {
    state.rejectPending(new AbortError(undefined, reason === undefined ? undefined : { cause: reason }));
    state.rate.reset();
  };
  wrapper.hasImmediateCapacity = function hasImmediateCapacity() {
    return state.hasCapacity();
  };
  addRefMethods(wrapper, state);
  objectDefineProperties(wrapper, {
    pending: { __proto__: null, get: function get() { return arrayAt(state.queue, -1)?.promise ?? null; } },
    pendingCount: { __proto__: null, get: function pendingCount() { return state.queue.length; } },
    activeCount: { __proto__: null, get: function get() { return state.active; } },
  });
  return wrapper;
}

module.exports = { throttle };
