'use strict';
// Promise operations of the Streams standard: reactions whose result is not awaited, and promises for the callbacks of programs.
//
// `then` is captured once: a program that replaces it on the prototype must not see the streams call it.

const { reflectApply } = require('core/intrinsics');
const { call1, call2 } = require('core/safe/calls');
const { promiseReject, promiseResolve } = require('core/safe/promises');
const engine = require('engine');

const { then } = __hexloop_promise__.prototype;

const noop = () => {};

const inContext = (callback) => (callback === undefined ? undefined : require('async_context/frame').bindToContext(callback));

function upon(promise, onFulfilled, onRejected) {
  if (__hexloop_context__ === null) call2(then, promise, onFulfilled, onRejected);
  else call2(then, promise, inContext(onFulfilled), inContext(onRejected));
}

// Returns the promise of the reaction.
function transformPromise(promise, onFulfilled, onRejected) {
  if (__hexloop_context__ === null) return call2(then, promise, onFulfilled, onRejected);
  return call2(then, promise, inContext(onFulfilled), inContext(onRejected));
}

// Marks a promise as handled: its rejection is not reported.
function markHandled(promise) {
  call2(then, promise, undefined, noop);
  return promise;
}

const promiseResolvedWith = (value) => (value instanceof __hexloop_promise__ ? value : promiseResolve(value));

// A new promise for the result of start(), as the standard requires.
const startPromise = (value) => (value === undefined && __hexloop_resources__ === undefined ? nothing : new __hexloop_promise__((resolve) => resolve(value)));

const rejected = (reason) => promiseReject(reason);

// A new promise for a result of an iterator or reader.
const resolvedWith = promiseResolve;

// For close, abort, cancel and flush: a new promise, as of an async function, so a promise that they return costs two more jobs.
function invokePromiseCallback(callback, self, ...values) {
  return new __hexloop_promise__((resolve) => resolve(reflectApply(callback, self, values)));
}

// For write, pull and transform: their own promise. They usually return nothing, and share one promise, which only our reactions see.
const nothing = promiseResolve();

function invokeWith(callback, self, value) {
  try {
    const result = call1(callback, self, value);
    return result === undefined && __hexloop_resources__ === undefined ? nothing : promiseResolvedWith(result);
  } catch (error) {
    return promiseReject(error);
  }
}

function invokeWithTwo(callback, self, value, other) {
  try {
    const result = call2(callback, self, value, other);
    return result === undefined && __hexloop_resources__ === undefined ? nothing : promiseResolvedWith(result);
  } catch (error) {
    return promiseReject(error);
  }
}

// upon() for reactions that restore the context themselves.
function uponInContext(promise, onFulfilled, onRejected) {
  if (__hexloop_resources__ === undefined) call2(engine.then, promise, onFulfilled, onRejected);
  else upon(promise, onFulfilled, onRejected);
}

// { promise, resolve, reject }, and whether it is pending. The promise is created when it is first asked for, or rejected without
// being handled: most writes of a pipe and most changes of backpressure are awaited by nobody.
class Deferred {
  pending = true;
  // Whether a rejection is handled, even if nothing reads the promise.
  handled = false;
  #isRejected = false;
  #reason = undefined;
  #promise = undefined;
  #resolve = undefined;
  #reject = undefined;

  static resolved() {
    const deferred = new Deferred();
    deferred.resolve();
    return deferred;
  }

  // Marked as handled, as below.
  static rejected(reason) {
    const deferred = new Deferred();
    deferred.rejectHandled(reason);
    return deferred;
  }

  get promise() {
    return this.#promise ??= this.#create();
  }

  #create() {
    if (this.pending) {
      return new __hexloop_promise__((resolve, reject) => {
        this.#resolve = resolve;
        this.#reject = reject;
      });
    }
    if (!this.#isRejected) return promiseResolve(undefined);
    const promise = promiseReject(this.#reason);
    return this.handled ? markHandled(promise) : promise;
  }

  // The first call counts, as for a promise.
  resolve(value) {
    if (!this.pending) return;
    // A promise as the value is followed from now on.
    if (value !== undefined) this.#promise ??= this.#create();
    this.pending = false;
    if (this.#promise !== undefined) this.#resolve(value);
  }

  reject(reason) {
    if (!this.pending) return;
    this.pending = false;
    this.#isRejected = true;
    if (this.#promise === undefined) {
      this.#reason = reason;
      if (!this.handled) this.#promise = this.#create();
    } else {
      this.#reject(reason);
      if (this.handled) markHandled(this.#promise);
    }
  }

  // Rejects, and marks the promise as handled.
  rejectHandled(reason) {
    if (this.pending) {
      this.handled = true;
      this.reject(reason);
    } else if (this.#promise !== undefined) {
      markHandled(this.#promise);
    }
  }
}

module.exports = {
  Deferred, transformPromise, invokePromiseCallback, invokeWith, invokeWithTwo, markHandled, noop, nothing, promiseResolvedWith, rejected, resolvedWith, startPromise, upon,
  uponInContext,
};
