'use strict';
// util.debounce: many calls cause one run, after they have stopped for a while.
//
// Calls between two runs form a batch: the arguments of the last one are used, and all of their promises get its result. Only the
// last promise of a batch is reported if its rejection is not handled; the ones before it were superseded.

const globals = require('globals');
const { arrayAt, arrayPush, objectAssign, objectDefineProperties, objectDefineProperty } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { promiseReject, promiseThen, promiseWithResolvers } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { AbortError, abortedBy } = require('core/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject } = require('core/validate');

const TIMEOUT_MAX = 2 ** 31 - 1;

function debounce(fn, wait, options = undefined) {
  validateFunction(fn, 'fn');
  validateInteger(wait, 'wait', 0, TIMEOUT_MAX);
  if (options !== undefined) validateObject(options, 'options');
  const { leading = false, rejectOnCancel = false, signal } = options ?? {};
  validateBoolean(leading, 'options.leading');
  validateBoolean(rejectOnCancel, 'options.rejectOnCancel');
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortedBy(signal);
  return new Debounce(fn, wait, leading, rejectOnCancel, signal).wrapper;
}

class Debounce {
  // While the timer is active, a window is open: with `leading`, its first call has already run.
  timer = undefined;
  isReferenced = true;
  batch = [];
  // Of the last call.
  args = undefined;
  ended = undefined;

  constructor(fn, wait, leading, rejectOnCancel, signal) {
    objectAssign(this, { fn, wait, leading, rejectOnCancel });
    this.wrapper = createWrapper(this);
    rejectOnAbort(signal, this);
  }

  call(args) {
    if (this.ended !== undefined) return promiseReject(this.ended);
    if (this.leading && this.timer === undefined) {
      this.openWindow();
      return new __hexloop_promise__((resolve, reject) => this.run(args, [{ resolve, reject }]));
    }
    this.supersede();
    const call = promiseWithResolvers();
    arrayPush(this.batch, call);
    this.args = args;
    this.openWindow();
    return call.promise;
  }

  supersede() {
    const before = arrayAt(this.batch, -1);
    if (before === undefined) return;
    promiseThen(before.promise, undefined, () => {});
    if (!this.rejectOnCancel) return;
    before.reject(new AbortError('The debounced call was superseded'));
    this.batch.length = 0;
  }

  openWindow() {
    globals.clearTimeout(this.timer);
    this.timer = globals.setTimeout(() => this.closeWindow(), this.wait);
    if (!this.isReferenced) this.timer.unref();
  }

  // Runs the batch.
  closeWindow() {
    const { batch, args } = this.takeBatch();
    if (batch.length > 0) this.run(args, batch);
  }

  takeBatch() {
    const { batch, args } = this;
    globals.clearTimeout(this.timer);
    this.timer = undefined;
    this.batch = [];
    this.args = undefined;
    return { batch, args };
  }

  rejectPending(error) {
    for (const { reject } of each(this.takeBatch().batch)) reject(error);
  }

  run(args, batch) {
    let result;
    try {
      result = applyOn(this.fn, this.wrapper, args);
    } catch (error) {
      for (const { reject } of each(batch)) reject(error);
      return;
    }
    for (const { resolve } of each(batch)) resolve(result);
  }
}

// The debounced function.
function createWrapper(state) {
  const wrapper = copyName(state.fn, function (...args) { return state.call(args); });
  wrapper.cancel = function cancel(reason) {
    state.rejectPending(new AbortError(undefined, reason === undefined ? undefined : { cause: reason }));
  };
  wrapper.flush = function flush() {
    if (state.batch.length > 0) state.closeWindow();
  };
  addRefMethods(wrapper, state);
  objectDefineProperties(wrapper, {
    pending: { __proto__: null, get: function get() { return arrayAt(state.batch, -1)?.promise ?? null; } },
    pendingCount: { __proto__: null, get: function get() { return state.batch.length; } },
  });
  return wrapper;
}

function copyName(fn, wrapper) {
  objectDefineProperty(wrapper, 'length', { __proto__: null, value: fn.length });
  return objectDefineProperty(wrapper, 'name', { __proto__: null, value: fn.name });
}

// When the signal is aborted, pending calls are rejected, and so is every later call.
function rejectOnAbort(signal, state) {
  if (signal === undefined) return;
  require('events').addAbortListener(signal, () => {
    state.ended = abortedBy(signal);
    state.rejectPending(state.ended);
  });
}

// ref() and unref(): whether pending calls keep the process alive; `state` has a `timer`.
function addRefMethods(wrapper, state) {
  wrapper.ref = function ref() {
    state.isReferenced = true;
    state.timer?.ref();
    return wrapper;
  };
  wrapper.unref = function unref() {
    state.isReferenced = false;
    state.timer?.unref();
    return wrapper;
  };
}

module.exports = { debounce, addRefMethods, rejectOnAbort, copyName, TIMEOUT_MAX };
