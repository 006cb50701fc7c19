'use strict';
// SuppressedError, which the engine lacks: an error during disposal that replaced another error.

const { objectCreate, objectDefineProperty, objectSetPrototypeOf, reflectConstruct } = require('core/intrinsics');
const { each } = require('core/safe/walk');

function SuppressedError(error, suppressed, message) {
  const created = reflectConstruct(Error, message === undefined ? [] : [message], new.target ?? SuppressedError);
  for (const { 0: name, 1: value } of each([['error', error], ['suppressed', suppressed]])) {
    objectDefineProperty(created, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  }
  return created;
}

objectSetPrototypeOf(SuppressedError, Error);
const prototype = objectCreate(Error.prototype);
for (const { 0: name, 1: value } of each([['constructor', SuppressedError], ['message', ''], ['name', 'SuppressedError']])) {
  objectDefineProperty(prototype, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}
objectDefineProperty(SuppressedError, 'prototype', { __proto__: null, value: prototype, writable: false });

require('engine').addNative(SuppressedError, 'SuppressedError');

module.exports = { SuppressedError };
