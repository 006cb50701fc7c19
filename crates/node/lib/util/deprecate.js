'use strict';

// util.deprecate: wraps a function, and warns on its first call (once per code, if there is a code).

const globals = require('globals');
const { objectDefineProperty, objectGetOwnPropertyDescriptor, objectSetPrototypeOf, reflectConstruct } = require('core/intrinsics');
const { applyOn } = require('core/safe/calls');
const { SafeSet } = require('core/safe/collections');
const { validateBoolean, validateString } = require('core/validate');

const warnedCodes = new SafeSet();

function deprecate(fn, message, code, { modifyPrototype = true } = {}) {
  if (code !== undefined) validateString(code, 'code');
  validateBoolean(modifyPrototype, 'options.modifyPrototype');
  if (globals.process.noDeprecation === true) return fn;

  let warned = false;
  function deprecated(...values) {
    if (!warned && globals.process.noDeprecation !== true) {
      warned = true;
      if (code === undefined) {
        globals.process.emitWarning(message, 'DeprecationWarning', code, deprecated);
      } else if (!warnedCodes.has(code)) {
        warnedCodes.add(code);
        globals.process.emitWarning(message, 'DeprecationWarning', code, deprecated);
      }
    }
    return new.target ? reflectConstruct(fn, values, new.target) : applyOn(fn, this, values);
  }

  if (modifyPrototype) {
    // `instanceof` and static members work through the wrapper.
    objectSetPrototypeOf(deprecated, fn);
    if (fn.prototype) deprecated.prototype = fn.prototype;
  }
  objectDefineProperty(deprecated, 'length', { __proto__: null, ...objectGetOwnPropertyDescriptor(fn, 'length') });
  return deprecated;
}

module.exports = { deprecate };
