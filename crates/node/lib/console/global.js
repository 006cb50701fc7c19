'use strict';

// The global console. As the web's console is a namespace, so is this one: its prototype is an empty object and its
// methods need no `this`.
//
// Most programs print, so this file is on the start-up path of most programs, and it holds only what printing one string
// takes: as long as nothing else was asked of the console, and nobody has touched `process` (only through it can a program
// put a stream of its own in the way), the text goes straight to the descriptor. The first call of any other kind loads
// console/log.js, and from then on everything goes through that.

const stdio = binding('stdio');
const { defineProperty } = require('engine');

let machine;
// The descriptors that were written to: a console keeps the streams it has when it first writes.
const used = { __proto__: null };

function full() {
  if (machine === undefined) {
    machine = require('console/log').complete(console, used);
    store('Console', machine.Console);
  }
  return machine;
}

function out(args) {
  if (machine !== undefined || !printed(1, args)) full().out(args);
}

function err(args) {
  if (machine !== undefined || !printed(2, args)) full().err(args);
}

function printed(fd, args) {
  if (args.length !== 1 || typeof args[0] !== 'string' || require.has('process/process')) return false;
  used[fd] = true;
  return stdio.write(fd, `${args[0]}\n`) >= 0;
}

const console = {
  __proto__: {},
  log(...args) { out(args); },
  info(...args) { out(args); },
  debug(...args) { out(args); },
  warn(...args) { err(args); },
  error(...args) { err(args); },
  dir(...args) { full().call('dir', args); },
  time(...args) { full().call('time', args); },
  timeEnd(...args) { full().call('timeEnd', args); },
  timeLog(...args) { full().call('timeLog', args); },
  trace(...args) { full().trace(ownTrace, args); },
  assert(...args) { full().call('assert', args); },
  clear(...args) { full().call('clear', args); },
  count(...args) { full().call('count', args); },
  countReset(...args) { full().call('countReset', args); },
  group(...args) { full().call('group', args); },
  groupEnd(...args) { full().call('groupEnd', args); },
  table(...args) { return full().call('table', args); },
  dirxml(...args) { out(args); },
  groupCollapsed(...args) { full().call('groupCollapsed', args); },
};

const ownTrace = console.trace;

// What is rarely looked at is there, and loads the rest, which puts the real thing in its place.
function later(name, enumerable) {
  defineProperty(console, name, {
    __proto__: null,
    configurable: true,
    enumerable,
    get() {
      full();
      return console[name];
    },
    set(value) {
      full();
      console[name] = value;
    },
  });
}

function store(name, value) {
  defineProperty(console, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

later('Console', true);
// These speak to a debugger only, and there is none attached.
store('profile', { profile() {} }.profile);
store('profileEnd', { profileEnd() {} }.profileEnd);
store('timeStamp', { timeStamp() {} }.timeStamp);
store('context', { context: (name) => require('console/methods').context(name) }.context);
store('createTask', { createTask: (...args) => require('console/methods').createTask(args[0]) }.createTask);
later('_stdout', false);
later('_stderr', false);
defineProperty(console, Symbol.toStringTag, { __proto__: null, value: 'console', configurable: true });

module.exports = { console };
