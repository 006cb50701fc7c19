'use strict';
// v8.promiseHooks: functions that are called when promises are created, run and settled.

const { reflectApply } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateFunction } = require('core/validate');

const NAMES = ['init', 'before', 'after', 'settled'];

// An async function would create promises itself, endlessly.
function checkPlain(name, callback) {
  validateFunction(callback, `${name}Hook`);
  if (require('util/types').isAsyncFunction(callback) || require('util/types').isGeneratorFunction(callback)) {
    throw new codes.ERR_INVALID_ARG_TYPE(`${name}Hook`, 'Function', callback);
  }
}

// An exception of a hook is uncaught.
function guarded(callback) {
  return (...promises) => {
    try {
      reflectApply(callback, undefined, promises);
    } catch (error) {
      require('process/fatal').triggerUncaught(error, false);
    }
  };
}

function start(callbacks) {
  const listener = {};
  for (const name of each(NAMES)) listener[name] = callbacks[name] === undefined ? () => {} : guarded(callbacks[name]);
  const hooks = require('async_context/promise_hooks');
  hooks.subscribe(listener, listener);
  return () => hooks.unsubscribe(listener);
}

const on = (name) => ({ [name](callback) {
  checkPlain(name, callback);
  return start({ [name]: callback });
} })[name];

const promiseHooks = {
  createHook(callbacks = {}) {
    for (const name of each(NAMES)) if (callbacks[name] !== undefined) checkPlain(name, callbacks[name]);
    return start(callbacks);
  },
  onInit: on('init'),
  onBefore: on('before'),
  onAfter: on('after'),
  onSettled: on('settled'),
};

module.exports = { promiseHooks };
