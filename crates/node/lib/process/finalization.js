'use strict';
// process.finalization: calls a function with an object if the object is still alive when the process exits. The object is held weakly,
// so the function must not refer to it either.

const { objectKeys } = require('core/intrinsics');
const { SafeSet, SafeWeakRef } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { validateObject, kValidateObjectAllowFunction } = require('core/validate');
const { emitExperimental } = require('process/warning');

const registries = { __proto__: null, exit: new SafeSet(), beforeExit: new SafeSet() };

const warn = (name) => emitExperimental(`process.finalization.${name}`);

function runCallbacks(event) {
  const registered = [...each(registries[event])];
  registries[event].clear();
  for (const { weak, fn } of each(registered)) {
    const object = weak.deref();
    if (object !== undefined) fn(object, event);
  }
}

function add(event, object, fn) {
  validateObject(object, 'obj', kValidateObjectAllowFunction);
  if (registries[event].size === 0) require('process/process').on(event, listeners[event]);
  registries[event].add({ weak: new SafeWeakRef(object), fn });
}

// One listener for each event, only while objects are registered.
const listeners = {
  __proto__: null,
  exit: () => finish('exit'),
  beforeExit: () => finish('beforeExit'),
};

function finish(event) {
  require('process/process').removeListener(event, listeners[event]);
  runCallbacks(event);
}

module.exports = {
  register: function register(obj, fn) {
    warn('register');
    add('exit', obj, fn);
  },
  registerBeforeExit: function registerBeforeExit(obj, fn) {
    warn('registerBeforeExit');
    add('beforeExit', obj, fn);
  },
  unregister: function unregister(obj) {
    warn('unregister');
    for (const event of each(objectKeys(registries))) {
      for (const entry of each(registries[event])) {
        if (entry.weak.deref() === obj) registries[event].delete(entry);
      }
      if (registries[event].size === 0) require('process/process').removeListener(event, listeners[event]);
    }
  },
};
