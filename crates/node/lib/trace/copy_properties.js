'use strict';

// `wrapper` in place of a public function, with all that a program can see of that: name, length, `util.promisify.custom`.
module.exports = function copyProperties(wrapper, method) {
  for (const key of Reflect.ownKeys(method)) {
    if (key !== 'prototype') Object.defineProperty(wrapper, key, Object.getOwnPropertyDescriptor(method, key));
  }
  return wrapper;
};
