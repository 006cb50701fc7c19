'use strict';
// Promises for built-in files, even if a program has replaced Promise.prototype.then and Promise.resolve. See core/intrinsics.js.

const engine = require('engine');
const { arraySlice, objectDefineProperty, objectHasOwn } = require('core/intrinsics');
const { call1, call2 } = require('core/safe/calls');

// The current `then`: another one while promises are tracked (async_context/promises.js, promise_hooks.js).
function promiseThen(promise, onFulfilled, onRejected) {
  try {
    return call2(engine.hookedThen ?? engine.then, promise, onFulfilled, onRejected);
  } catch (error) {
    return thenOfEngine(promise, onFulfilled, onRejected, error);
  }
}

// `then` makes its result with the program's `promise.constructor[Symbol.species]`, which threw or is no constructor: without a
// constructor it is the engine's Promise.
function thenOfEngine(promise, onFulfilled, onRejected, error) {
  if (!(promise instanceof __hexloop_promise__) || objectHasOwn(promise, 'constructor')) throw error;
  objectDefineProperty(promise, 'constructor', { __proto__: null, value: undefined, configurable: true });
  try {
    return call2(engine.hookedThen ?? engine.then, promise, onFulfilled, onRejected);
  } finally {
    delete promise.constructor;
  }
}

// The engine's own `resolve` makes no closures; while promises are tracked the constructor has to see each.
function promiseResolve(value) {
  if (value instanceof __hexloop_promise__) return value;
  return __hexloop_resources__ === undefined ? call1(engine.resolve, engine.Promise, value) : new __hexloop_promise__((resolve) => resolve(value));
}
const promiseReject = (reason) => new __hexloop_promise__((resolve, reject) => reject(reason));

// promise.finally(callback), with the same number of jobs.
function promiseFinally(promise, callback) {
  return promiseThen(promise, (value) => promiseThen(promiseResolve(callback()), () => value),
    (reason) => promiseThen(promiseResolve(callback()), () => { throw reason; }));
}

function promiseWithResolvers() {
  const created = {};
  created.promise = new __hexloop_promise__((resolve, reject) => {
    created.resolve = resolve;
    created.reject = reject;
  });
  return created;
}

// Promise.all(values) for an array, with the same number of jobs.
function promiseAll(values) {
  return new __hexloop_promise__((resolve, reject) => {
    const results = arraySlice(values);
    let pending = values.length;
    if (pending === 0) resolve(results);
    const settle = (at) => (value) => {
      results[at] = value;
      if (--pending === 0) resolve(results);
    };
    for (let i = 0; i < values.length; i++) promiseThen(promiseResolve(values[i]), settle(i), reject);
  });
}

module.exports = { promiseAll, promiseFinally, promiseReject, promiseResolve, promiseThen, promiseWithResolvers };
