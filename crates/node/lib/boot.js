'use strict';
// The first JavaScript that runs: the loader of built-in modules, the global object, and what Rust calls.
//
// Start-up is paid by every program, so what is here is what every program needs; the rest is a getter that loads its
// module when it is first read.

(function boot(host) {
  const modules = new Map();
  const bindings = new Map();

  function binding(name) {
    let object = bindings.get(name);
    if (object === undefined) bindings.set(name, object = host.binding(name));
    return object;
  }

  function require(id) {
    const known = modules.get(id);
    if (known !== undefined) return known.exports;
    const module = { id, exports: {} };
    modules.set(id, module);
    try {
      host.compileBuiltin(id)(module.exports, require, module, binding);
    } catch (error) {
      modules.delete(id);
      throw error;
    }
    return module.exports;
  }

  function define(name, value) {
    Object.defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  }

  // A global that loads its module when it is first read, and can be replaced by assignment.
  function defineLazy(name, id, key, enumerable = false) {
    Object.defineProperty(globalThis, name, {
      __proto__: null,
      configurable: true,
      enumerable,
      get() {
        const value = require(id)[key];
        Object.defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable, configurable: true });
        return value;
      },
      set(value) {
        Object.defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable, configurable: true });
      },
    });
  }

  return require('boot/globals')({ require, binding, define, defineLazy, profile: host.profile });
})
