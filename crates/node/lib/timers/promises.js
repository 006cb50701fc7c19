'use strict';
// node:timers/promises: timers to await, with an AbortSignal and optionally unreferenced.

const { objectCreate, objectFreeze } = require('core/intrinsics');
const { promiseFinally, promiseReject, promiseWithResolvers } = require('core/safe/promises');
const timers = require('loop/timers');
const immediates = require('loop/immediates');
const { validateAbortSignal, validateBoolean, validateNumber, validateObject } = require('core/validate');

const NO_OPTIONS = objectFreeze({ __proto__: null });

const aborted = (signal) => require('core/errors').abortedBy(signal);

function check(delay, options) {
  if (delay !== undefined) validateNumber(delay, 'delay');
  validateObject(options, 'options');
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  if (options.ref !== undefined) validateBoolean(options.ref, 'options.ref');
}

// A promise for one firing of the handle that `start(resolve)` creates. An abort before it fires clears it and rejects.
function once(delay, options, start, clear) {
  try {
    check(delay, options);
  } catch (error) {
    return promiseReject(error);
  }
  const { signal, ref = true } = options;
  if (signal?.aborted) return promiseReject(aborted(signal));
  const { promise, resolve, reject } = promiseWithResolvers();
  const handle = start(resolve);
  if (!ref) handle.unref();
  if (!signal) return promise;
  const cancel = () => {
    if (handle._destroyed) return;
    clear(handle);
    reject(aborted(signal));
  };
  signal.addEventListener('abort', cancel);
  return promiseFinally(promise, () => signal.removeEventListener('abort', cancel));
}

function setTimeout(delay, value, options = NO_OPTIONS) {
  return once(delay, options, (resolve) => timers.setTimeout(resolve, delay, value), timers.clearTimeout);
}

function setImmediate(value, options = NO_OPTIONS) {
  return once(undefined, options, (resolve) => immediates.setImmediate(resolve, value), immediates.clearImmediate);
}

// Yields `value` once per firing; missed firings are made up for.
async function* setInterval(delay, value, options = NO_OPTIONS) {
  check(delay, options);
  const { signal, ref = true } = options;
  if (signal?.aborted) throw aborted(signal);
  let due = 0;
  let wake;
  const fire = () => {
    wake?.();
    wake = undefined;
  };
  const interval = timers.setInterval(() => {
    due++;
    fire();
  }, delay);
  if (!ref) interval.unref();
  const cancel = () => {
    timers.clearInterval(interval);
    wake?.(promiseReject(aborted(signal)));
    wake = undefined;
  };
  try {
    signal?.addEventListener('abort', cancel, { once: true });
    while (!signal?.aborted) {
      if (due === 0) await new __hexloop_promise__((resolve) => { wake = resolve; });
      for (; due > 0; due--) yield value;
    }
    throw aborted(signal);
  } finally {
    timers.clearInterval(interval);
    signal?.removeEventListener('abort', cancel);
  }
}

const kScheduler = Symbol('kScheduler');

function checkScheduler(value) {
  if (value?.[kScheduler] === true) return;
  const { ERR_INVALID_THIS } = require('core/errors').codes;
  throw new ERR_INVALID_THIS('Scheduler');
}

class Scheduler {
  constructor() {
    const { ERR_ILLEGAL_CONSTRUCTOR } = require('core/errors').codes;
    throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  yield() {
    checkScheduler(this);
    return setImmediate();
  }

  wait(delay, options) {
    checkScheduler(this);
    return setTimeout(delay, undefined, options);
  }
}

module.exports = { setTimeout, setImmediate, setInterval, scheduler: objectCreate(Scheduler.prototype, { [kScheduler]: { __proto__: null, value: true } }) };
