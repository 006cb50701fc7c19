'use strict';

// Gives `wrapper` everything that a program can see of the function it replaces: name, length, `util.promisify.custom`.
module.exports = function copyProperties(wrapper, method) {
  for (const key of Reflect.ownKeys(method)) {
    if (key !== 'prototype') Object.defineProperty(wrapper, key, Object.getOwnPropertyDescriptor(method, key));
  }
  return wrapper;
};
