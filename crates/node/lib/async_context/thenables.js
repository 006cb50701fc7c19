'use strict';
// Whether a promise that is resolved with a value calls its `then`.
//
// The engine reads `then` when that happens, and a program may see each read. So this looks for the property without reading it: a getter
// counts as a method, and a proxy, which would see the search, does not.

const { objectGetOwnPropertyDescriptor, objectGetPrototypeOf } = require('core/intrinsics');

function isThenable(value) {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false;
  const { isProxy } = require('util/types');
  for (let object = value; object !== null; object = objectGetPrototypeOf(object)) {
    if (isProxy(object)) return false;
    const property = objectGetOwnPropertyDescriptor(object, 'then');
    if (property !== undefined) return property.get !== undefined || typeof property.value === 'function';
  }
  return false;
}

module.exports = { isThenable };
