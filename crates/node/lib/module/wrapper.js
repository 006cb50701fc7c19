'use strict';
// Module.wrap and Module.wrapper. Not used (the wrapper is made in Rust) until a program replaces one of them: then files are compiled
// with the replacement.

const { reflectDefineProperty, reflectSet } = require('core/intrinsics');

const wrapper = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];

let currentWrap = function wrap(script) {
  return Module.wrapper[0] + script + Module.wrapper[1];
};

const useReplacedWrap = () => { require('module/compile').replacedWrap = (content) => currentWrap(content); };

let currentWrapper = new Proxy(wrapper, {
  __proto__: null,
  set(target, name, value, receiver) {
    useReplacedWrap();
    return reflectSet(target, name, value, receiver);
  },
  defineProperty(target, name, descriptor) {
    useReplacedWrap();
    return reflectDefineProperty(target, name, descriptor);
  },
});

const { Module } = require('module/cjs');

module.exports = {
  wrap: {
    __proto__: null,
    get: () => currentWrap,
    set(value) { useReplacedWrap(); currentWrap = value; },
  },
  wrapper: {
    __proto__: null,
    get: () => currentWrapper,
    set(value) { useReplacedWrap(); currentWrapper = value; },
  },
};
