'use strict';
// node:timers: the global functions, and their promise forms.

const { setTimeout, clearTimeout, setInterval, clearInterval } = require('loop/timers');
const { setImmediate, clearImmediate } = require('loop/immediates');

module.exports = { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval };

Object.defineProperty(module.exports, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('timers/promises'); },
});
