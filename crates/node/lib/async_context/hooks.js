'use strict';
// createHook(): who is told of resources.
//
// What hooks enable and disable while an event is told counts from the next event on, as in Node. 'destroy' is told in the check phase, by an immediate that keeps nothing alive.

const { arrayFilter, arrayPush, arraySome } = require('core/intrinsics');
const { applyOn, call1 } = require('core/safe/calls');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateBoolean } = require('core/validate');
const execution = require('async_context/execution');

const { Promise: Engine, then } = require('engine');
const settled = Engine.resolve();
const MANY = 16384;

const NAMES = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

const SYMBOLS = { __proto__: null };
for (const name of each(NAMES)) SYMBOLS[name] = Symbol(name);
const kNoPromiseHook = Symbol('kNoPromiseHook');

let enabled = [];
// What `enabled` becomes when the event that is being told has been told to all.
let next = enabled;
let depth = 0;
let destroyed = [];

// A hook must not fail: nobody could go on.
function fatal(error) {
  const stack = error instanceof Error ? require('core/stack').normalize(error).stack : String(error);
  process._rawDebug(stack);
  const native = binding('process');
  if (native.options.abortOnUncaught) native.abort();
  process.exit(1);
}

function tell(name, ...values) {
  depth++;
  for (const hook of each(enabled)) {
    const callback = hook[SYMBOLS[name]];
    if (typeof callback !== 'function') continue;
    try {
      applyOn(callback, hook, values);
    } catch (error) {
      fatal(error);
    }
  }
  if (--depth === 0 && enabled !== next) adopt();
}

function change(hooks) {
  next = hooks;
  if (depth === 0) adopt();
}

function adopt() {
  enabled = next;
  execution.listenWith(enabled.length > 0 ? listener : null);
}

const listener = {
  init: (id, type, trigger, resource) => tell('init', id, type, trigger, resource),
  before: (id) => tell('before', id),
  after: (id) => tell('after', id),
  promiseResolve: (id) => tell('promiseResolve', id),
  destroy(id) {
    if (!arraySome(enabled, (hook) => hook[SYMBOLS.destroy] !== undefined)) return;
    if (destroyed.length === 0) {
      require('loop/immediates').untracked(tellDestroyed);
      wake();
    }
    arrayPush(destroyed, id);
    // A program that never lets the loop turn hears of them nevertheless.
    if (destroyed.length === MANY) call1(then, settled, tellDestroyed);
  },
};

// A poll that waits for a server's next connection would let the immediate wait as long. The async handle of messages ends it, and
// keeps nothing alive either.
function wake() {
  require('messaging/delivery');
  binding('messaging').notify();
}

function tellDestroyed() {
  while (destroyed.length > 0) {
    const ids = destroyed;
    destroyed = [];
    for (const id of each(ids)) tell('destroy', id);
  }
}

class AsyncHook {
  constructor(callbacks, tracksPromises) {
    for (const name of each(NAMES)) this[SYMBOLS[name]] = callbacks[name];
    this[kNoPromiseHook] = !tracksPromises;
  }

  enable() {
    if (isIn(next, this)) return this;
    execution.track();
    change([...each(next), this]);
    if (!this[kNoPromiseHook]) require('async_context/promise_hooks').follow(this, resolutions);
    return this;
  }

  disable() {
    if (!isIn(next, this)) return this;
    change(arrayFilter(next, (hook) => hook !== this));
    if (!this[kNoPromiseHook]) require('async_context/promise_hooks').unfollow(this);
    return this;
  }
}

// What a hook hears of promises beyond the events of all resources.
const resolutions = { settled: (promise) => listener.promiseResolve(execution.numbersOf(promise).id) };

function createHook(callbacks) {
  for (const name of each(NAMES)) {
    if (callbacks[name] !== undefined && typeof callbacks[name] !== 'function') throw new codes.ERR_ASYNC_CALLBACK(`hook.${name}`);
  }
  const { trackPromises } = callbacks;
  if (trackPromises !== undefined) validateBoolean(trackPromises, 'trackPromises');
  if (trackPromises === false && callbacks.promiseResolve !== undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE('trackPromises', trackPromises, 'must not be false when promiseResolve is enabled');
  }
  execution.track();
  if (trackPromises !== false) require('async_context/promise_hooks').install();
  return new AsyncHook(callbacks, trackPromises !== false);
}

module.exports = { createHook, tellDestroyed };
