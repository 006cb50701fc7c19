'use strict';
// The descriptor of an export that is loaded on first access, and a plain property from then on.

const { objectDefineProperty } = require('core/intrinsics');

function lazyProperty(target, name, id) {
  const define = (value) => objectDefineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  return {
    __proto__: null,
    get() {
      const value = require(id)[name];
      define(value);
      return value;
    },
    set(value) { define(value); },
    enumerable: true,
    configurable: true,
  };
}

module.exports = { lazyProperty };
