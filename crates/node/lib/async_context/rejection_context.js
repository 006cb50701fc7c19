'use strict';
// In which context a promise was rejected, for who listens to 'unhandledRejection'. The engine names such promises after the
// fact, when other contexts may have run, so it is noted where a rejection can be seen coming:
//
//   by promise   what a callback of run(), runInAsyncScope(), bind() and snapshot() returned; what Promise.reject(), all(),
//                any() and race() made
//   by reason    what a reaction of `then` threw
//
// Of others (an async function that nobody awaits within such a callback, `reject` of `new Promise`) it is not known.

const framesByPromise = new WeakMap();
const framesByReason = new WeakMap();
const { Promise } = require('engine');

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// Answers the value that a callback returned, in the context that it left.
function recordReturned(value) {
  if (value instanceof Promise && __hexloop_context__ !== null) framesByPromise.set(value, __hexloop_context__);
  return value;
}

function recordThrown(reason, frame) {
  if (isObject(reason)) framesByReason.set(reason, frame);
}

const frameOf = (promise, reason) => framesByPromise.get(promise) ?? framesByReason.get(reason) ?? null;

module.exports = { frameOf, recordReturned, recordThrown };
