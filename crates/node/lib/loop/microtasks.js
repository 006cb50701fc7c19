'use strict';
// queueMicrotask: one promise job. An exception is uncaught, and the following jobs still run.

const { call1 } = require('core/safe/calls');
// The engine's, which hooks do not see.
const { Promise, defineProperty, then } = require('engine');
const resolved = new Promise((resolve) => resolve());
// `then` would look up Symbol.species on the constructor.
defineProperty(resolved, 'constructor', { __proto__: null, value: undefined });

function queueMicrotask(callback) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  const frame = __hexloop_context__;
  if (__hexloop_resources__ !== undefined) callback = __hexloop_resources__.microtask(callback);
  call1(then, resolved, () => {
    if (__hexloop_context__ !== frame) __hexloop_context__ = frame;
    try {
      callback();
    } catch (error) {
      require('process/fatal').triggerUncaught(error, false, true);
    }
    if (__hexloop_context__ !== null) __hexloop_context__ = null;
  });
}

module.exports = { queueMicrotask };
