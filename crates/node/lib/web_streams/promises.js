'use strict';
// Promises as the streams standard uses them: reactions that nobody awaits, and a promise of whatever a user's function does.
//
// `then` is taken once: a program that puts its own on the prototype must not see the streams call it.

const { then } = Promise.prototype;

const noop = () => {};

const inContext = (callback) => (callback === undefined ? undefined : require('async_context/frame').inCurrent(callback));

function upon(promise, onFulfilled, onRejected) {
  if (__hexloop_context__ === null) then.call(promise, onFulfilled, onRejected);
  else then.call(promise, inContext(onFulfilled), inContext(onRejected));
}

// The promise of the reaction's result.
function transformPromise(promise, onFulfilled, onRejected) {
  if (__hexloop_context__ === null) return then.call(promise, onFulfilled, onRejected);
  return then.call(promise, inContext(onFulfilled), inContext(onRejected));
}

// A rejection of it is no unhandled one.
function markHandled(promise) {
  then.call(promise, undefined, noop);
  return promise;
}

const promiseResolvedWith = (value) => (value instanceof Promise ? value : Promise.resolve(value));

// What start() returned, waited for as the standard says: by a promise of our own.
const startPromise = (value) => new Promise((resolve) => resolve(value));

const rejected = (reason) => Promise.reject(reason);

function invokePromiseCallback(callback, self, ...values) {
  try {
    return promiseResolvedWith(Reflect.apply(callback, self, values));
  } catch (error) {
    return Promise.reject(error);
  }
}

// { promise, resolve, reject }, and a state that can be asked.
class Deferred {
  constructor() {
    this.pending = true;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.promise = promise;
    this.resolvePromise = resolve;
    this.rejectPromise = reject;
  }

  static resolved() {
    const deferred = new Deferred();
    deferred.resolve();
    return deferred;
  }

  // Quietly, as below.
  static rejected(reason) {
    const deferred = new Deferred();
    deferred.rejectHandled(reason);
    return deferred;
  }

  resolve(value) {
    this.pending = false;
    this.resolvePromise(value);
  }

  reject(reason) {
    this.pending = false;
    this.rejectPromise(reason);
  }

  // As a promise that nobody need look at.
  rejectHandled(reason) {
    this.reject(reason);
    markHandled(this.promise);
  }
}

module.exports = { Deferred, transformPromise, invokePromiseCallback, markHandled, noop, promiseResolvedWith, rejected, startPromise, upon };
