'use strict';
// The context in which a promise was rejected, for listeners of 'unhandledRejection'. The engine reports such promises
// afterwards, when other contexts may have run, so the context is recorded where a rejection passes:
//
//   by promise   the result of a callback of run(), runInAsyncScope(), bind() and snapshot(); the result of Promise.reject(),
//                all(), any() and race()
//   by reason    what a reaction of `then` threw
//
// It is unknown for others (an async function that is not awaited within such a callback, `reject` of `new Promise`).

const { SafeWeakMap } = require('core/safe/collections');

const framesByPromise = new SafeWeakMap();
const framesByReason = new SafeWeakMap();
const { Promise } = require('engine');

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// Returns the value, which a callback returned in the current context.
function recordReturned(value) {
  if (value instanceof Promise && __hexloop_context__ !== null) framesByPromise.set(value, __hexloop_context__);
  return value;
}

function recordThrown(reason, frame) {
  if (isObject(reason)) framesByReason.set(reason, frame);
}

const frameOf = (promise, reason) => framesByPromise.get(promise) ?? framesByReason.get(reason) ?? null;

module.exports = { frameOf, recordReturned, recordThrown };
