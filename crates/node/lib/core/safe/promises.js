'use strict';
// Promises for built-in files, even if a program has replaced Promise.prototype.then and Promise.resolve. See core/intrinsics.js.

const engine = require('engine');
const { call1, call2 } = require('core/safe/calls');

// The current `then`: another one while promises are tracked (async_context/promises.js, promise_hooks.js).
const promiseThen = (promise, onFulfilled, onRejected) => call2(engine.hookedThen ?? engine.then, promise, onFulfilled, onRejected);
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

module.exports = { promiseFinally, promiseReject, promiseResolve, promiseThen, promiseWithResolvers };
