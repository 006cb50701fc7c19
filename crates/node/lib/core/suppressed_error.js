'use strict';
// SuppressedError, which the engine lacks: an error during disposal that replaced another error.

function SuppressedError(error, suppressed, message) {
  const created = Reflect.construct(Error, message === undefined ? [] : [message], new.target ?? SuppressedError);
  for (const [name, value] of [['error', error], ['suppressed', suppressed]]) {
    Object.defineProperty(created, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  }
  return created;
}

Object.setPrototypeOf(SuppressedError, Error);
const prototype = Object.create(Error.prototype);
for (const [name, value] of [['constructor', SuppressedError], ['message', ''], ['name', 'SuppressedError']]) {
  Object.defineProperty(prototype, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}
Object.defineProperty(SuppressedError, 'prototype', { __proto__: null, value: prototype, writable: false });

require('engine').addNative(SuppressedError, 'SuppressedError');

module.exports = { SuppressedError };
