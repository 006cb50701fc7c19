'use strict';
// util.debounce: many calls, one run after they have stopped for a while.
//
// Calls between two runs form a batch: the last one's arguments are used, and all of their promises get its result. Only the
// last promise of a batch is reported when nobody handles its rejection; those before it were superseded.

const { AbortError, abortedBy } = require('core/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject } = require('core/validate');

const LONGEST_WAIT = 2 ** 31 - 1;

function debounce(fn, wait, options = undefined) {
  validateFunction(fn, 'fn');
  validateInteger(wait, 'wait', 0, LONGEST_WAIT);
  if (options !== undefined) validateObject(options, 'options');
  const { leading = false, rejectOnCancel = false, signal } = options ?? {};
  validateBoolean(leading, 'options.leading');
  validateBoolean(rejectOnCancel, 'options.rejectOnCancel');
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortedBy(signal);
  return new Debounce(fn, wait, leading, rejectOnCancel, signal).face;
}

class Debounce {
  // Where a timer runs, a window is open: with `leading`, its first call has run already.
  timer = undefined;
  isReferenced = true;
  batch = [];
  // Of the last call.
  given = undefined;
  ended = undefined;

  constructor(fn, wait, leading, rejectOnCancel, signal) {
    Object.assign(this, { fn, wait, leading, rejectOnCancel });
    this.face = faceOf(this);
    endWith(signal, this);
  }

  call(given) {
    if (this.ended !== undefined) return Promise.reject(this.ended);
    if (this.leading && this.timer === undefined) {
      this.openWindow();
      return new Promise((resolve, reject) => this.run(given, [{ resolve, reject }]));
    }
    this.supersede();
    const call = Promise.withResolvers();
    this.batch.push(call);
    this.given = given;
    this.openWindow();
    return call.promise;
  }

  supersede() {
    const before = this.batch.at(-1);
    if (before === undefined) return;
    before.promise.catch(() => {});
    if (!this.rejectOnCancel) return;
    before.reject(new AbortError('The debounced call was superseded'));
    this.batch.length = 0;
  }

  openWindow() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.closeWindow(), this.wait);
    if (!this.isReferenced) this.timer.unref();
  }

  // Runs what was called meanwhile.
  closeWindow() {
    const { batch, given } = this.leave();
    if (batch.length > 0) this.run(given, batch);
  }

  leave() {
    const { batch, given } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.batch = [];
    this.given = undefined;
    return { batch, given };
  }

  giveUp(error) {
    for (const { reject } of this.leave().batch) reject(error);
  }

  run(given, batch) {
    let result;
    try {
      result = this.fn.apply(this.face, given);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve(result);
  }
}

// The function that the program gets.
function faceOf(state) {
  const face = namedLike(state.fn, function (...given) { return state.call(given); });
  face.cancel = function cancel(reason) {
    state.giveUp(new AbortError(undefined, reason === undefined ? undefined : { cause: reason }));
  };
  face.flush = function flush() {
    if (state.batch.length > 0) state.closeWindow();
  };
  addReference(face, state);
  Object.defineProperties(face, {
    pending: { __proto__: null, get: function get() { return state.batch.at(-1)?.promise ?? null; } },
    pendingCount: { __proto__: null, get: function get() { return state.batch.length; } },
  });
  return face;
}

function namedLike(fn, face) {
  Object.defineProperty(face, 'length', { __proto__: null, value: fn.length });
  return Object.defineProperty(face, 'name', { __proto__: null, value: fn.name });
}

// When the signal is aborted, what waits is given up, and so is every later call.
function endWith(signal, state) {
  if (signal === undefined) return;
  require('events').addAbortListener(signal, () => {
    state.ended = abortedBy(signal);
    state.giveUp(state.ended);
  });
}

// Whether what waits keeps the process alive; `state` has a `timer`.
function addReference(face, state) {
  face.ref = function ref() {
    state.isReferenced = true;
    state.timer?.ref();
    return face;
  };
  face.unref = function unref() {
    state.isReferenced = false;
    state.timer?.unref();
    return face;
  };
}

module.exports = { debounce, addReference, endWith, namedLike, LONGEST_WAIT };
