'use strict';
// Promise hooks, for createHook() and v8.promiseHooks.
//
// The engine has none. The first hook that is created installs what follows, so that it sees promises from before it is enabled; it stays
// installed. What is emitted when is in promise_events.js.
//
//   new Promise, Promise.all …   `Promise` is a wrapper of ours over the engine's
//   then, catch, finally         `then` makes reactions that emit events
//   async functions              report where they begin and return (crates/source/src/async_context.rs)
//   await                        `suspend`, below
//
// 'before' of a continuation is emitted by a reaction of ours on the awaited promise, registered right before the engine's: two consecutive
// jobs, which no program can tell from one.
//
// Limits: promises that the engine makes, or the program with a `Promise` that it saved before, are not seen until something waits for them.
// `promise.constructor` stays the engine's: `await` reads it.

const execution = require('async_context/execution');
const { isStackOverflow } = require('async_context/overflow');
const events = require('async_context/promise_events');
const { call2 } = require('core/safe/calls');

const { Promise: EnginePromise, then } = require('engine');
const { before, emitSettled, initPromise, isActive, isKnown, resolveWith } = events;
require('async_context/promises').install();
// The promise of the async function that has called one of these; or the address of its frame, for a function without `await` on newer
// engines. Undefined where the engine does not show that.
const runningPromise = binding('promise_hooks').makeRunningPromise(
  enter, leave, __hexloop_returned__, suspend, __hexloop_keep__, owner, pass, __hexloop_hooks__.pass, __hexloop_pass__);
// owner -> { init, before, after, settled }
let listeners = new Map();
let installed = false;

// ---- reactions

function reaction(callback, child, adopting) {
  return (value) => {
    const { promise } = child;
    if (!isActive() || promise === undefined) {
      execution.unwind();
      return callback(value);
    }
    before(promise);
    let result;
    try {
      return result = callback(value);
    } finally {
      if (adopting !== undefined) events.settleAdopting(adopting);
      resolveWith(promise, result);
      execution.emitAfter();
    }
  };
}

const identity = (value) => value;
const rethrow = (reason) => { throw reason; };

function makeHookedThen(inner) {
  return {
    then(onFulfilled, onRejected) {
      if (!(this instanceof EnginePromise)) return inner.call(this, onFulfilled, onRejected);
      const adopting = events.takeAdopting();
      events.recognize(this);
      const child = { promise: undefined };
      const promise = inner.call(this,
        reaction(typeof onFulfilled === 'function' ? onFulfilled : identity, child, adopting),
        reaction(typeof onRejected === 'function' ? onRejected : rethrow, child, adopting));
      child.promise = promise;
      if (isActive() && !isKnown(promise)) initPromise(promise, this);
      return promise;
    },
  }.then;
}

// The promise of what the callback returns is made with the constructor, where it is seen.
function makeHookedFinally(inner) {
  return {
    finally(onFinally) {
      if (!isActive() || !isPlainPromise(this) || typeof onFinally !== 'function') return inner.call(this, onFinally);
      const wait = () => HookedPromise.resolve(onFinally());
      return this.then((value) => wait().then(() => value), (reason) => wait().then(() => { throw reason; }));
    },
  }.finally;
}

// ---- the constructor

function constructPromise(executor, newTarget) {
  if (typeof executor !== 'function') return Reflect.construct(EnginePromise, [executor], newTarget);
  let resolve;
  let reject;
  const promise = Reflect.construct(EnginePromise, [(...functions) => { [resolve, reject] = functions; }], newTarget);
  if (isActive()) initPromise(promise);
  let isResolved = false;
  const withHook = (settle, report) => (value) => {
    if (isResolved) return;
    isResolved = true;
    if (isActive()) report(promise, value);
    settle(value);
  };
  const rejectWithHook = withHook(reject, emitSettled);
  try {
    executor(withHook(resolve, resolveWith), rejectWithHook);
  } catch (error) {
    rejectWithHook(error);
  }
  return promise;
}

// Static methods make their promises with `this`.
function wrapStatic(name) {
  return {
    [name](...values) {
      // A promise of the engine's is one of `Promise`.
      if (name === 'resolve' && this === HookedPromise && isPlainPromise(values[0])) return values[0];
      return Reflect.apply(EnginePromise[name], this, values);
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

// ---- async functions

// The call of an async function begins.
function enter() {
  if (!isActive()) return;
  const caller = runningPromise();
  try {
    events.beginCall(caller);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
  }
}

// It returns.
function leave(value) {
  if (!isActive()) return;
  const caller = runningPromise();
  try {
    events.endCall(caller, value);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
  }
}

const isPlainPromise = (value) => value instanceof EnginePromise && value.constructor === EnginePromise;

// The promise that the function which waits will settle, if that is known.
function owner() {
  const promise = runningPromise?.();
  return typeof promise === 'object' ? promise : request;
}

// Called with the operand of an `await`.
function suspend(operand) {
  const awaited = waitFor(operand, owner());
  // Last: a hook may have called a function that waits.
  __hexloop_operand__ = awaited;
  return __hexloop_context__;
}

// The same where the engine awaits a value that the program has no `await` for, and so nothing restores the context.
function pass(value) {
  const frame = __hexloop_context__;
  return waitFor(value, owner(), () => { __hexloop_context__ = frame; });
}

// Returns the promise to await. `settles` is its owner's; if another promise is awaited than the operand, it is a child of that.
function waitFor(operand, settles, restore = undefined) {
  if (settles !== undefined) events.stopRunning(settles);
  const awaited = isPlainPromise(operand) || isOfAnotherRealm(operand) ? operand : wrapOperand(operand, settles);
  let continuation;
  if (isActive()) {
    if (runningPromise === undefined) events.initLate(awaited);
    events.recognize(awaited);
    continuation = new EnginePromise(() => {});
    initPromise(continuation, awaited);
  }
  const leaveContinuation = () => {
    events.settleIfDone(settles);
    emitSettled(continuation);
    request = undefined;
  };
  const resume = () => {
    restore?.();
    if (continuation === undefined || !isActive()) {
      execution.unwind();
      return;
    }
    if (isKnown(awaited)) emitSettled(events.reported(awaited));
    before(continuation, leaveContinuation);
    if (events.isRequest(settles)) request = settles;
  };
  call2(then, awaited, resume, resume);
  return awaited;
}

const isOfAnotherRealm = (value) => !(value instanceof EnginePromise) && require('util/types').isPromise(value);

function wrapOperand(value, parent) {
  let resolve;
  const promise = new EnginePromise((settle) => { resolve = settle; });
  if (isActive()) {
    initPromise(promise, parent);
    resolveWith(promise, value);
  }
  __hexloop_hooks__.beforeResolvingWith(value);
  resolve(value);
  return promise;
}

// ---- async generators

// The engine makes the promise of a request where nothing shows it, and the body begins to run before `next` returns: hooks get a stand-in.
// This is that of the request that runs.
let request;

function wrapGeneratorMethod(prototype, name) {
  const inner = prototype[name];
  define(prototype, name, {
    [name](...values) {
      if (!isActive()) return Reflect.apply(inner, this, values);
      const standIn = new EnginePromise(() => {});
      initPromise(standIn);
      const outer = request;
      request = standIn;
      let promise;
      try {
        promise = Reflect.apply(inner, this, values);
      } finally {
        request = outer;
      }
      events.replaceBy(standIn, promise);
      events.settleIfDone(standIn);
      return promise;
    },
  }[name]);
}

// ---- installation

function install() {
  if (installed) return;
  installed = true;
  for (const name of ['all', 'allSettled', 'any', 'race', 'reject', 'resolve', 'try', 'withResolvers']) {
    if (name in EnginePromise) define(HookedPromise, name, wrapStatic(name));
  }
  define(HookedPromise, 'name', 'Promise');
  Object.defineProperty(HookedPromise, 'prototype', { __proto__: null, value: EnginePromise.prototype, writable: false });
  Object.setPrototypeOf(HookedPromise, EnginePromise);
  const engine = require('engine');
  define(EnginePromise.prototype, 'then', engine.hookedThen = makeHookedThen(engine.hookedThen ?? then));
  define(EnginePromise.prototype, 'finally', makeHookedFinally(EnginePromise.prototype.finally));
  const generators = Object.getPrototypeOf(async function* () {}).prototype;
  for (const name of ['next', 'return', 'throw']) wrapGeneratorMethod(generators, name);
  define(globalThis, 'Promise', HookedPromise);
  __hexloop_promise__ = HookedPromise;
  __hexloop_awaits__ = { suspend, pass, resume: (saved) => saved };
  if (runningPromise === undefined) return;
  __hexloop_enter__ = enter;
  __hexloop_leave__ = leave;
}

function subscribe(owner, listener) {
  install();
  execution.track();
  listeners = new Map(listeners).set(owner, listener);
  events.setListeners([...new Set(listeners.values())]);
}

function unsubscribe(owner) {
  listeners = new Map(listeners);
  listeners.delete(owner);
  events.setListeners([...new Set(listeners.values())]);
}

module.exports = { subscribe, install, unsubscribe };
