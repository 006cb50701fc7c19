'use strict';
// Promises for built-in files, whatever a program has done to Promise.prototype.then and Promise.resolve. See core/intrinsics.js.

const engine = require('engine');
const { call2 } = require('core/safe/calls');

// `then` of this process: another one once something follows promises (async_context/promises.js, promise_hooks.js).
const promiseThen = (promise, onFulfilled, onRejected) => call2(engine.hookedThen ?? engine.then, promise, onFulfilled, onRejected);
const promiseResolve = (value) => (value instanceof Promise ? value : new Promise((resolve) => resolve(value)));
const promiseReject = (reason) => new Promise((resolve, reject) => reject(reason));

// promise.finally(callback), in as many jobs.
function promiseFinally(promise, callback) {
  return promiseThen(promise, (value) => promiseThen(promiseResolve(callback()), () => value),
    (reason) => promiseThen(promiseResolve(callback()), () => { throw reason; }));
}

function promiseWithResolvers() {
  const created = {};
  created.promise = new Promise((resolve, reject) => {
    created.resolve = resolve;
    created.reject = reject;
  });
  return created;
}

module.exports = { promiseFinally, promiseReject, promiseResolve, promiseThen, promiseWithResolvers };
