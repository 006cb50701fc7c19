'use strict';
// Promises as the streams standard uses them: reactions that nobody awaits, and a promise of whatever a user's function does.
//
// `then` is taken once: a program that puts its own on the prototype must not see the streams call it.

const { then } = Promise.prototype;

const nothing = () => {};

const inContext = (callback) => (callback === undefined ? undefined : require('async_context/frame').bindToContext(callback));

function upon(promise, onFulfilled, onRejected) {
  if (__hexloop_context__ === null) then.call(promise, onFulfilled, onRejected);
  else then.call(promise, inContext(onFulfilled), inContext(onRejected));
}

// The promise of the reaction's result.
function after(promise, onFulfilled, onRejected) {
  if (__hexloop_context__ === null) return then.call(promise, onFulfilled, onRejected);
  return then.call(promise, inContext(onFulfilled), inContext(onRejected));
}

// A rejection of it is no unhandled one.
function markHandled(promise) {
  then.call(promise, undefined, nothing);
  return promise;
}

const promiseOf = (value) => (value instanceof Promise ? value : Promise.resolve(value));

// What start() returned, waited for as the standard says: by a promise of our own.
const startedBy = (value) => new Promise((resolve) => resolve(value));

const rejected = (reason) => Promise.reject(reason);

function invoke(callback, self, ...values) {
  try {
    return promiseOf(Reflect.apply(callback, self, values));
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
    this.settle = resolve;
    this.fail = reject;
  }

  static resolved() {
    const made = new Deferred();
    made.resolve();
    return made;
  }

  // Quietly, as below.
  static rejected(reason) {
    const made = new Deferred();
    made.rejectQuietly(reason);
    return made;
  }

  resolve(value) {
    this.pending = false;
    this.settle(value);
  }

  reject(reason) {
    this.pending = false;
    this.fail(reason);
  }

  // As a promise that nobody need look at.
  rejectQuietly(reason) {
    this.reject(reason);
    markHandled(this.promise);
  }
}

module.exports = { Deferred, after, invoke, markHandled, nothing, promiseOf, rejected, startedBy, upon };
