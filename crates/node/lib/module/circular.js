'use strict';
// The exports of a module that is still loading, for a module that requires it. For a missing name Node warns, since it is almost
// always a mistake: meanwhile the exports have a prototype that detects it.

const { objectGetOwnPropertyDescriptor, objectGetPrototypeOf, objectHasOwn, objectSetPrototypeOf } = require('core/intrinsics');
const { kFormat } = require('module/cjs');

function warn(name) {
  require('process/process').emitWarning(
    `Accessing non-existent property '${String(name)}' of module exports inside circular dependency`);
}

const warningPrototype = new Proxy({}, {
  __proto__: null,
  get(target, name) {
    // Transpiled code reads __esModule of every module.
    if (name in target || name === '__esModule') return target[name];
    warn(name);
    return undefined;
  },
  getOwnPropertyDescriptor(target, name) {
    if (objectHasOwn(target, name) || name === '__esModule') return objectGetOwnPropertyDescriptor(target, name);
    warn(name);
    return undefined;
  },
});

function exportsSoFar(module) {
  if (module[kFormat] === 'module') throw cycleError(module);
  const { exports } = module;
  if (exports && typeof exports === 'object' && require('core/kind').kindOf(exports) !== 'Proxy' &&
      objectGetPrototypeOf(exports) === Object.prototype && !exports.__esModule) {
    objectSetPrototypeOf(exports, warningPrototype);
  }
  return exports;
}

// An ES module has no exports before it is evaluated.
function cycleError(module) {
  const { ERR_REQUIRE_CYCLE_MODULE } = require('core/errors').codes;
  const parent = module.parent?.filename;
  return new ERR_REQUIRE_CYCLE_MODULE(`Cannot require() ES Module ${module.id} in a cycle.${parent ? ` (from ${parent})` : ''}`);
}

// The module is loaded: restores the prototype of its exports.
function restorePrototype(exports) {
  if (exports && typeof exports === 'object' && require('core/kind').kindOf(exports) !== 'Proxy' && objectGetPrototypeOf(exports) === warningPrototype) {
    objectSetPrototypeOf(exports, Object.prototype);
  }
}

module.exports = { exportsSoFar, restorePrototype };
