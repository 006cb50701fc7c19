'use strict';

// util.promisify and util.callbackify: between callbacks and promises.

const globals = require('globals');
const {
  arrayForEach, arrayPop, functionBind, objectDefineProperty, objectGetOwnPropertyDescriptors, objectGetPrototypeOf, objectHasOwn,
  objectSetPrototypeOf, reflectApply, reflectOwnKeys, symbolFor,
} = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateFunction } = require('core/validate');

const kCustom = symbolFor('nodejs.util.promisify.custom');

// The names of the results of built-in functions whose callback has several: fs.read resolves with { bytesRead, buffer }.
const kCustomArguments = Symbol('customPromisifyArgs');

function markCustom(fn) {
  return objectDefineProperty(fn, kCustom, { __proto__: null, value: fn, enumerable: false, writable: false, configurable: true });
}

function promisify(original) {
  validateFunction(original, 'original');
  if (original[kCustom]) {
    const fn = original[kCustom];
    validateFunction(fn, 'util.promisify.custom');
    return markCustom(fn);
  }
  const names = original[kCustomArguments];

  function fn(...values) {
    return new __hexloop_promise__((resolve, reject) => {
      const returned = reflectApply(original, this, [...each(values), (error, ...results) => {
        if (error) {
          reject(error);
        } else if (names !== undefined && results.length > 1) {
          const named = {};
          arrayForEach(names, (name, index) => {
            named[name] = results[index];
          });
          resolve(named);
        } else {
          resolve(results[0]);
        }
      }]);
      if (returned instanceof __hexloop_promise__) {
        globals.process.emitWarning('Calling promisify on a function that returns a Promise is likely a mistake.',
          'DeprecationWarning', 'DEP0174');
      }
    });
  }

  objectSetPrototypeOf(fn, objectGetPrototypeOf(original));
  markCustom(fn);
  const descriptors = objectGetOwnPropertyDescriptors(original);
  for (const key of each(reflectOwnKeys(descriptors))) {
    // All properties of a strict function are configurable except its prototype, which is assigned.
    if (key === 'prototype' && objectHasOwn(fn, 'prototype')) {
      fn.prototype = descriptors[key].value;
    } else if (key !== 'arguments' && key !== 'caller') {
      objectDefineProperty(fn, key, { __proto__: null, ...descriptors[key] });
    }
  }
  return fn;
}
promisify.custom = kCustom;

// A falsy reason would mean "no error" to a callback: it is wrapped in an error.
function callbackifyOnRejected(reason, callback) {
  return callback(reason ? reason : new codes.ERR_FALSY_VALUE_REJECTION(reason));
}

function callbackify(original) {
  validateFunction(original, 'original');

  function callbackified(...values) {
    const last = arrayPop(values);
    validateFunction(last, 'last argument');
    const callback = functionBind(last, this);
    // In the next tick, so that an exception of the callback is not swallowed by the promise.
    const promise = applyOn(original, this, values);
    promise.then(
      (result) => globals.process.nextTick(callback, null, result),
      (reason) => globals.process.nextTick(callbackifyOnRejected, reason, callback));
  }

  const descriptors = objectGetOwnPropertyDescriptors(original);
  if (typeof descriptors.length.value === 'number') descriptors.length.value++;
  if (typeof descriptors.name.value === 'string') descriptors.name.value += 'Callbackified';
  for (const key of each(reflectOwnKeys(descriptors))) {
    if (key === 'prototype' || key === 'arguments' || key === 'caller') continue;
    objectDefineProperty(callbackified, key, { __proto__: null, ...descriptors[key] });
  }
  return callbackified;
}

module.exports = { promisify, callbackify, kCustomArguments };
