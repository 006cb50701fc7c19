'use strict';

// The global console. Like the web's console it is a namespace: its prototype is an empty object and its methods do not use `this`.
//
// Most programs print, so this file is on the start-up path of most programs, and contains only what printing one string needs: as
// long as no other method was called, and `process` was not used (only through it can a program replace the streams), the text is
// written straight to the descriptor. The first other call loads console/log.js, and from then on that is used for everything.

const stdio = binding('stdio');
const { defineProperty } = require('engine');

let implementation;
// The descriptors that were written to: a console keeps the streams that it has at its first write.
const usedDescriptors = { __proto__: null };

function loadFull() {
  if (implementation === undefined) {
    implementation = require('console/log').completeGlobal(console, usedDescriptors);
    define('Console', implementation.Console);
  }
  return implementation;
}

// Calls before they are printed (console/channels.js).
let publish;

function out(args, name) {
  if (publish !== undefined) publish(name, args);
  if (implementation !== undefined || !writeDirectly(1, args)) loadFull().out(args);
}

function err(args, name) {
  if (publish !== undefined) publish(name, args);
  if (implementation !== undefined || !writeDirectly(2, args)) loadFull().err(args);
}

function writeDirectly(fd, args) {
  if (args.length !== 1 || typeof args[0] !== 'string' || require.has('process/process')) return false;
  usedDescriptors[fd] = true;
  return stdio.write(fd, `${args[0]}\n`) >= 0;
}

const console = {
  __proto__: {},
  log(...args) { out(args, 'log'); },
  info(...args) { out(args, 'info'); },
  debug(...args) { out(args, 'debug'); },
  warn(...args) { err(args, 'warn'); },
  error(...args) { err(args, 'error'); },
  dir(...args) { loadFull().call('dir', args); },
  time(...args) { loadFull().call('time', args); },
  timeEnd(...args) { loadFull().call('timeEnd', args); },
  timeLog(...args) { loadFull().call('timeLog', args); },
  trace(...args) { loadFull().trace(ownTrace, args); },
  assert(...args) { loadFull().call('assert', args); },
  clear(...args) { loadFull().call('clear', args); },
  count(...args) { loadFull().call('count', args); },
  countReset(...args) { loadFull().call('countReset', args); },
  group(...args) { loadFull().call('group', args); },
  groupEnd(...args) { loadFull().call('groupEnd', args); },
  table(...args) { return loadFull().call('table', args); },
  dirxml(...args) { out(args, 'log'); },
  groupCollapsed(...args) { loadFull().call('groupCollapsed', args); },
};

const ownTrace = console.trace;

// Rarely used properties load the rest when accessed, which replaces them.
function defineLazy(name, enumerable) {
  defineProperty(console, name, {
    __proto__: null,
    configurable: true,
    enumerable,
    get() {
      loadFull();
      return console[name];
    },
    set(value) {
      loadFull();
      console[name] = value;
    },
  });
}

function define(name, value) {
  defineProperty(console, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

defineLazy('Console', true);
// For a debugger only, and none is attached.
define('profile', { profile() {} }.profile);
define('profileEnd', { profileEnd() {} }.profileEnd);
define('timeStamp', { timeStamp() {} }.timeStamp);
define('context', { context: (name) => require('console/methods').context(name) }.context);
define('createTask', { createTask: (...args) => require('console/methods').createTask(args[0]) }.createTask);
defineLazy('_stdout', false);
defineLazy('_stderr', false);
defineProperty(console, Symbol.toStringTag, { __proto__: null, value: 'console', configurable: true });

module.exports = { console, observe(callback) { publish = callback; } };
