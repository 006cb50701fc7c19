'use strict';
// Promise events, for createHook() and v8.promiseHooks.
//
// The engine has no promise hooks. While a listener is registered, `Promise` is a wrapper of ours over the engine's, `then` makes
// reactions that emit events, and a rewritten `await` (crates/source/src/async_context.rs) saves what to emit when it resumes.
// The first hook that is created installs these, so that it sees promises from before it is enabled; they stay installed.
//
// Limits: the promise of an async function is unknown until it is awaited or its `then` is called; nothing reports when code after
// an `await` stops (its 'after' comes with the next scope); promises that the engine makes, or the program with a `Promise` that it
// saved before, are not seen. `promise.constructor` stays the engine's: `await` reads it.

const execution = require('async_context/execution');

const { Promise: EnginePromise, then } = require('engine');
// owner -> { init, before, after, settled }
let listeners = new Map();
let activeListeners = [];
let installed = false;

const isActive = () => activeListeners.length > 0;

function emit(name, ...promises) {
  for (const listener of activeListeners) listener[name]?.(...promises);
}

function initPromise(promise, parent) {
  const trigger = parent === undefined ? execution.currentId() : execution.asyncIdsOf(parent).id;
  if (hasAsyncHooks()) execution.emitInit(promise, 'PROMISE', trigger);
  emit('init', promise, parent);
  watchCollection(promise);
}

// Whether a hook of createHook() is among the listeners.
const hasAsyncHooks = () => activeListeners.some((listener) => listener.init === undefined);

const before = (promise) => {
  execution.emitBefore(promise);
  emit('before', promise);
};

const after = (promise) => {
  emit('after', promise);
  execution.emitAfter();
};

// A promise without an 'init' so far, usually of an async function. It is awaited now, so a rejection counts as handled.
function trackUnknown(promise) {
  if (execution.hasAsyncId(promise)) return;
  initPromise(promise);
  const emitSettled = () => emit('settled', promise);
  then.call(promise, emitSettled, emitSettled);
}

let registry;

// The 'destroy' of a promise is its collection.
function watchCollection(promise) {
  if (!hasAsyncHooks()) return;
  registry ??= new (require('loop/finalization').FinalizationRegistry)((id) => execution.currentListener()?.destroy(id));
  registry.register(promise, execution.asyncIdsOf(promise).id);
}

// ---- reactions

// A promise that is resolved with another one settles later, and handles the rejection of that one.
function emitSettledWith(promise, value) {
  const emitSettled = () => emit('settled', promise);
  if (value instanceof EnginePromise) then.call(value, emitSettled, emitSettled);
  else emitSettled();
}

function reaction(callback, child) {
  return (value) => {
    const { promise } = child;
    if (!isActive() || promise === undefined) return callback(value);
    before(promise);
    let result;
    try {
      return result = callback(value);
    } finally {
      emitSettledWith(promise, result);
      after(promise);
    }
  };
}

const identity = (value) => value;
const rethrow = (reason) => { throw reason; };

function makeHookedThen(inner) {
  return {
    then(onFulfilled, onRejected) {
      if (!(this instanceof EnginePromise)) return inner.call(this, onFulfilled, onRejected);
      const child = { promise: undefined };
      const promise = inner.call(this,
        reaction(typeof onFulfilled === 'function' ? onFulfilled : identity, child),
        reaction(typeof onRejected === 'function' ? onRejected : rethrow, child));
      child.promise = promise;
      if (isActive()) initPromise(promise, this);
      return promise;
    },
  }.then;
}

// ---- the constructor

function constructPromise(executor, newTarget) {
  if (typeof executor !== 'function') return Reflect.construct(EnginePromise, [executor], newTarget);
  let resolve;
  let reject;
  const promise = Reflect.construct(EnginePromise, [(...functions) => { [resolve, reject] = functions; }], newTarget);
  if (isActive()) initPromise(promise);
  let isSettled = false;
  const withHook = (settle) => (value) => {
    if (!isSettled) emit('settled', promise);
    isSettled = true;
    settle(value);
  };
  try {
    executor(withHook(resolve), withHook(reject));
  } catch (error) {
    withHook(reject)(error);
  }
  return promise;
}

// Wraps a static method of `Promise` whose result is settled or pending.
function wrapStatic(name, isSettled) {
  return {
    [name](...values) {
      const promise = Reflect.apply(EnginePromise[name], this === HookedPromise ? EnginePromise : this, values);
      if (isActive() && promise instanceof EnginePromise && !execution.hasAsyncId(promise) && promise !== values[0]) {
        initPromise(promise);
        if (isSettled) emit('settled', promise);
      }
      return promise;
    },
  }[name];
}

function HookedPromise(executor) {
  if (new.target === undefined) return EnginePromise(executor);
  return constructPromise(executor, new.target === HookedPromise ? EnginePromise : new.target);
}

function define(object, name, value) {
  Object.defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

// ---- await

// Saved by an `await`: the context, and the promise that represents the continuation.
class Resumption {
  constructor(frame, promise) {
    this.frame = frame;
    this.promise = promise;
  }
}

// Called with the operand of an `await`; `resume` gets what this returns.
function suspend(operand) {
  const frame = __hexloop_context__;
  if (!isActive()) return new Resumption(frame, new EnginePromise(() => {}));
  let awaited = operand;
  if (operand instanceof EnginePromise) trackUnknown(operand);
  else {
    awaited = withoutHooks(() => EnginePromise.resolve());
    initPromise(awaited);
    emit('settled', awaited);
  }
  const promise = new EnginePromise(() => {});
  initPromise(promise, awaited);
  return new Resumption(frame, promise);
}

function withoutHooks(make) {
  const previous = activeListeners;
  activeListeners = [];
  try {
    return make();
  } finally {
    activeListeners = previous;
  }
}

// Returns the context to continue in.
function resume(saved) {
  if (!(saved instanceof Resumption)) return saved;
  const { promise, frame } = saved;
  if (isActive()) {
    execution.emitBefore(promise, () => {
      emit('settled', promise);
      emit('after', promise);
    });
    emit('before', promise);
  }
  return frame;
}

function install() {
  if (installed) return;
  installed = true;
  for (const name of ['all', 'allSettled', 'any', 'race', 'try']) if (name in EnginePromise) define(HookedPromise, name, wrapStatic(name, false));
  for (const name of ['resolve', 'reject']) define(HookedPromise, name, wrapStatic(name, true));
  define(HookedPromise, 'name', 'Promise');
  Object.defineProperty(HookedPromise, 'prototype', { __proto__: null, value: EnginePromise.prototype, writable: false });
  Object.setPrototypeOf(HookedPromise, EnginePromise);
  const engine = require('engine');
  define(EnginePromise.prototype, 'then', engine.hookedThen = makeHookedThen(engine.hookedThen ?? then));
  define(globalThis, 'Promise', HookedPromise);
  __hexloop_promise__ = HookedPromise;
  __hexloop_awaits__ = { suspend, resume };
}

function subscribe(owner, listener) {
  install();
  execution.track();
  listeners = new Map(listeners).set(owner, listener);
  activeListeners = [...new Set(listeners.values())];
}

function unsubscribe(owner) {
  listeners = new Map(listeners);
  listeners.delete(owner);
  activeListeners = [...new Set(listeners.values())];
}

module.exports = { subscribe, install, unsubscribe };
