'use strict';
// node:timers: the global functions, and their promise versions.

const { objectDefineProperty } = require('core/intrinsics');
const { setTimeout, clearTimeout, setInterval, clearInterval } = require('loop/timers');
const { setImmediate, clearImmediate } = require('loop/immediates');

module.exports = { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval };

objectDefineProperty(module.exports, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('timers/promises'); },
});
