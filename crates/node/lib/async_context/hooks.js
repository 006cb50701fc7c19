'use strict';
// createHook(): the enabled hooks and their events.
//
// A hook that is enabled or disabled during an event takes effect with the next event, as in Node. 'destroy' is emitted in the
// check phase, by an unreferenced immediate.

const globals = require('globals');
const { arrayFilter, arrayPush, arraySome } = require('core/intrinsics');
const { applyOn, call1 } = require('core/safe/calls');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { isStackOverflow } = require('async_context/overflow');
const { codes } = require('core/errors');
const { validateBoolean } = require('core/validate');
const execution = require('async_context/execution');

const { Promise: EnginePromise, then } = require('engine');
const resolved = EnginePromise.resolve();
const MAX_PENDING_DESTROYS = 16384;

const HOOK_NAMES = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

const HOOK_SYMBOLS = { __proto__: null };
for (const name of each(HOOK_NAMES)) HOOK_SYMBOLS[name] = Symbol(name);
const kNoPromiseHook = Symbol('kNoPromiseHook');

let enabled = [];
// Replaces `enabled` when the event that is being emitted has reached all hooks.
let next = enabled;
let depth = 0;
let pendingDestroys = [];

// An error in a hook is fatal, as in Node.
function fatal(error) {
  const stack = error instanceof Error ? require('core/stack').normalize(error).stack : String(error);
  globals.process._rawDebug(stack);
  const native = binding('process');
  if (native.options.abortOnUncaught) native.abort();
  globals.process.exit(1);
}

function emit(name, ...values) {
  depth++;
  try {
    for (const hook of each(enabled)) emitTo(hook, name, values);
  } finally {
    depth--;
  }
  if (depth === 0 && enabled !== next) applyHooks();
}

function emitTo(hook, name, values) {
  const callback = hook[HOOK_SYMBOLS[name]];
  if (typeof callback !== 'function') return;
  try {
    applyOn(callback, hook, values);
  } catch (error) {
    if (!isStackOverflow(error)) fatal(error);
  }
}

function setHooks(hooks) {
  next = hooks;
  if (depth === 0) applyHooks();
}

function applyHooks() {
  enabled = next;
  execution.setListener(enabled.length > 0 ? listener : null);
}

const listener = {
  init: (id, type, trigger, resource) => emit('init', id, type, trigger, resource),
  before: (id) => emit('before', id),
  after: (id) => emit('after', id),
  promiseResolve: (id) => emit('promiseResolve', id),
  destroy(id) {
    if (!arraySome(enabled, (hook) => hook[HOOK_SYMBOLS.destroy] !== undefined)) return;
    if (pendingDestroys.length === 0) {
      require('loop/immediates').scheduleUntracked(emitDestroyed);
      wake();
    }
    arrayPush(pendingDestroys, id);
    // Also emitted in a program that never lets the loop turn.
    if (pendingDestroys.length === MAX_PENDING_DESTROYS) call1(then, resolved, emitDestroyed);
  },
};

// A poll that waits for I/O would delay the immediate. The async handle of messages ends the poll, and is not referenced either.
function wake() {
  require('messaging/delivery');
  binding('messaging').notify();
}

function emitDestroyed() {
  while (pendingDestroys.length > 0) {
    const ids = pendingDestroys;
    pendingDestroys = [];
    for (const id of each(ids)) emit('destroy', id);
  }
}

class AsyncHook {
  constructor(callbacks, tracksPromises) {
    for (const name of each(HOOK_NAMES)) this[HOOK_SYMBOLS[name]] = callbacks[name];
    this[kNoPromiseHook] = !tracksPromises;
  }

  enable() {
    if (isIn(next, this)) return this;
    execution.track();
    setHooks([...each(next), this]);
    if (!this[kNoPromiseHook]) require('async_context/promise_hooks').subscribe(this, promiseListener);
    return this;
  }

  disable() {
    if (!isIn(next, this)) return this;
    setHooks(arrayFilter(next, (hook) => hook !== this));
    if (!this[kNoPromiseHook]) require('async_context/promise_hooks').unsubscribe(this);
    return this;
  }
}

// Promise events beyond those of all resources.
const promiseListener = { settled: (promise) => listener.promiseResolve(execution.asyncIdsOf(promise).id) };

function createHook(callbacks) {
  for (const name of each(HOOK_NAMES)) {
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

module.exports = { createHook, emitDestroyed };
