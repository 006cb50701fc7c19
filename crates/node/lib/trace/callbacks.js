'use strict';
// The callback that a program passes to an asynchronous call (`fs.stat(path, callback)`). The loop runs a wrapper of it, so the public
// functions of a module are replaced, when it is loaded, by ones that remember the callback.

const log = require('trace/log');
const copyProperties = require('trace/copy_properties');

let current;

function wrapped(method) {
  return copyProperties(function (...values) {
    const last = values.at(-1);
    if (new.target !== undefined) return Reflect.construct(method, values);
    if (typeof last !== 'function' || !log.isOn()) return Reflect.apply(method, this, values);
    const before = current;
    current = last;
    try {
      return Reflect.apply(method, this, values);
    } finally {
      current = before;
    }
  }, method);
}

// Not for classes, synchronous functions and others that take no callback.
const takesCallback = (name, method) => typeof method === 'function' && !/^[A-Z_]|Sync$|^create|^watch$/.test(name);

function watchCallbacks(exports) {
  for (const name of Object.keys(exports)) {
    const property = Object.getOwnPropertyDescriptor(exports, name);
    if (!property.configurable || !takesCallback(name, property.value)) continue;
    Object.defineProperty(exports, name, { __proto__: null, ...property, value: wrapped(property.value) });
  }
}

module.exports = { watchCallbacks, passedCallback: () => current };
