'use strict';
// Promise operations of the Streams standard: reactions whose result is not awaited, and promises for the callbacks of programs.
//
// `then` is captured once: a program that replaces it on the prototype must not see the streams call it.

const { call1, call2 } = require('core/safe/calls');
const { promiseResolve } = require('core/safe/promises');
const engine = require('engine');

const { then } = Promise.prototype;

const noop = () => {};

const inContext = (callback) => (callback === undefined ? undefined : require('async_context/frame').bindToContext(callback));

function upon(promise, onFulfilled, onRejected) {
  if (__hexloop_context__ === null) then.call(promise, onFulfilled, onRejected);
  else then.call(promise, inContext(onFulfilled), inContext(onRejected));
}

// Returns the promise of the reaction.
function transformPromise(promise, onFulfilled, onRejected) {
  if (__hexloop_context__ === null) return then.call(promise, onFulfilled, onRejected);
  return then.call(promise, inContext(onFulfilled), inContext(onRejected));
}

// Marks a promise as handled: its rejection is not reported.
function markHandled(promise) {
  then.call(promise, undefined, noop);
  return promise;
}

const promiseResolvedWith = (value) => (value instanceof Promise ? value : Promise.resolve(value));

// A new promise for the result of start(), as the standard requires.
const startPromise = (value) => (value === undefined && __hexloop_resources__ === undefined ? nothing : new Promise((resolve) => resolve(value)));

const rejected = (reason) => Promise.reject(reason);

// A new promise for a result of an iterator or reader.
const resolvedWith = promiseResolve;

function invokePromiseCallback(callback, self, ...values) {
  try {
    return promiseResolvedWith(Reflect.apply(callback, self, values));
  } catch (error) {
    return Promise.reject(error);
  }
}

// For callbacks that usually return nothing: they share one promise, which only our reactions see.
const nothing = Promise.resolve();

function invokeWith(callback, self, value) {
  try {
    const result = call1(callback, self, value);
    return result === undefined && __hexloop_resources__ === undefined ? nothing : promiseResolvedWith(result);
  } catch (error) {
    return Promise.reject(error);
  }
}

// upon() for reactions that restore the context themselves.
function uponInContext(promise, onFulfilled, onRejected) {
  if (__hexloop_resources__ === undefined) call2(engine.then, promise, onFulfilled, onRejected);
  else upon(promise, onFulfilled, onRejected);
}

// { promise, resolve, reject }, and whether it is pending.
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

  // Marked as handled, as below.
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

  // Rejects, and marks the promise as handled.
  rejectHandled(reason) {
    this.reject(reason);
    markHandled(this.promise);
  }
}

module.exports = {
  Deferred, transformPromise, invokePromiseCallback, invokeWith, markHandled, noop, nothing, promiseResolvedWith, rejected, resolvedWith, startPromise, upon,
  uponInContext,
};
