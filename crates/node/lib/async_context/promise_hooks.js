'use strict';
// Promise events, for createHook() and v8.promiseHooks.
//
// The engine has no promise hooks. The first hook that is created installs what follows, so that it sees promises from before it is
// enabled; it stays installed.
//
//   new Promise, Promise.all …   `Promise` is a wrapper of ours over the engine's
//   then, catch, finally         `then` makes reactions that emit events
//   async functions              report where they begin and return (crates/source/src/async_context.rs)
//   await                        `suspend`, below
//
// WHEN. 'before' of a continuation is emitted by a reaction of ours on the awaited promise, registered right before the engine's: two
// consecutive jobs, which no program can tell from one. Nothing reports when a continuation stops, so 'after' is emitted when the next scope
// is entered (execution.js), before any other JavaScript. Then it is also known whether the function has settled its promise.
//
// Limits: an async function that throws before its first `await` has settled its promise when the next event is emitted; the promises of
// async generators and those that the engine makes, or the program with a `Promise` that it saved before, are not seen until something
// waits for them. `promise.constructor` stays the engine's: `await` reads it.

const execution = require('async_context/execution');
const { isStackOverflow } = require('async_context/overflow');
const { isThenable } = require('async_context/thenables');
const { call1, call2 } = require('core/safe/calls');
const { SafeWeakMap, SafeWeakSet } = require('core/safe/collections');

const { Promise: EnginePromise, then } = require('engine');
const { isPending, makeRunningPromise } = binding('promise_hooks');
// The promise of the async function that has called one of these; or a number, for a function without `await` on some engines.
const runningPromise = makeRunningPromise(enter, beginCall, leave, endCall, suspend, __hexloop_keep__, __hexloop_returned__);
const resolved = EnginePromise.resolve();
const showsState = !isPending(resolved);
// owner -> { init, before, after, settled }
let listeners = new Map();
let activeListeners = [];
let installed = false;

const isActive = () => activeListeners.length > 0;

function emit(name, ...promises) {
  for (const listener of activeListeners) listener[name]?.(...promises);
}

// ---- promises

// Promises with an 'init'. Others exist from before: they get an id when one is needed, and no 'init'.
const known = new SafeWeakSet();
const settled = new SafeWeakSet();
// Promises of async functions that have begun, and neither returned nor waited; and PlainCalls.
const running = [];

function initPromise(promise, parentOrReal) {
  settleThrown();
  known.add(promise);
  const parent = reported(parentOrReal);
  const trigger = parent === undefined ? execution.currentId() : execution.asyncIdsOf(parent).id;
  if (hasAsyncHooks()) execution.emitInit(promise, 'PROMISE', trigger);
  emit('init', promise, parent);
  watchCollection(promise);
}

// What hooks get for a promise: usually itself (see "async generators").
const standIns = new SafeWeakMap();
const reported = (promise) => standIns.get(promise) ?? promise;
const realOf = new SafeWeakMap();
// Stand-ins whose promise is not known yet.
const unrecognized = new SafeWeakSet();

// Of promises, as the engine numbers them.
const PENDING = 0;
const FULFILLED = 1;
const REJECTED = 2;

// Whether a hook of createHook() is among the listeners.
const hasAsyncHooks = () => activeListeners.some((listener) => listener.init === undefined);

function emitSettled(promise) {
  if (settled.has(promise)) return;
  settled.add(promise);
  emit('settled', promise);
}

// Those that have neither returned nor waited but are settled, have thrown. `frame` is that of a function that runs now.
function settleThrown(frame = 0) {
  while (running.length > 0) {
    const last = running[running.length - 1];
    if (last instanceof PlainCall ? last.frame >= frame : isPending(last)) return;
    running.pop();
    if (last instanceof PlainCall) last.throws();
    else emitSettled(last);
  }
}

// ---- async functions without `await`
//
// Some engines run these as any function, and nothing shows their promise. Hooks get another one in its place, a stand-in. The promise is
// recognized by its result, when something waits for it.

const MOST_UNCLAIMED = 256;
// The last calls that have ended.
const unclaimed = [];

class PlainCall {
  constructor(frame) {
    this.frame = frame;
    this.standIn = new EnginePromise(() => {});
    unrecognized.add(this.standIn);
    this.state = PENDING;
    this.value = undefined;
    initPromise(this.standIn);
    running.push(this);
  }

  returns(value) {
    if (!isThenable(value)) {
      this.state = FULFILLED;
      this.value = value;
    }
    this.#end();
    resolveWith(this.standIn, value);
  }

  throws() {
    this.state = REJECTED;
    this.#end();
    emitSettled(this.standIn);
  }

  #end() {
    unclaimed.push(this);
    if (unclaimed.length > MOST_UNCLAIMED) unclaimed.shift();
  }

  isOf(state, result) {
    return this.state === state && (state !== FULFILLED || Object.is(this.value, result));
  }
}

// Called with every promise that something waits for.
function recognize(promise) {
  if (unclaimed.length === 0 || known.has(promise)) return;
  const [state, result] = binding('inspect').getPromiseDetails(promise);
  const index = unclaimed.findLastIndex((call) => call.isOf(state, result));
  if (index === -1) return;
  const [{ standIn }] = unclaimed.splice(index, 1);
  replaceBy(standIn, promise);
}

function replaceBy(standIn, promise) {
  known.add(promise);
  standIns.set(promise, standIn);
  realOf.set(standIn, promise);
  unrecognized.delete(standIn);
}

let registry;

// The 'destroy' of a promise is its collection.
function watchCollection(promise) {
  if (!hasAsyncHooks()) return;
  registry ??= new (require('loop/finalization').FinalizationRegistry)((id) => execution.currentListener()?.destroy(id));
  registry.register(promise, execution.asyncIdsOf(promise).id);
}

// Without `runningPromise` an async function's promise is unknown until it is awaited: its 'init' comes then.
function initLate(promise) {
  if (runningPromise !== undefined || known.has(promise)) return;
  initPromise(promise);
  const settle = () => emitSettled(promise);
  call2(then, promise, settle, settle);
}

// ---- scopes

const before = (promise, onLeave = undefined) => {
  settleThrown(Infinity);
  execution.emitBefore(promise, () => {
    onLeave?.();
    emit('after', promise);
  });
  emit('before', promise);
};

// The promise that adopts the state of another one, between the two jobs below.
let adopting;

// Called right before the engine resolves a promise with the value.
function resolveWith(promise, value) {
  if (!isThenable(value)) {
    emitSettled(promise);
    return;
  }
  // The job right before the one that calls `then`.
  call1(then, resolved, () => {
    if (!isActive()) return;
    if (value instanceof EnginePromise) {
      recognize(value);
      adopting = promise;
    }
    before(promise, () => settleIfDone(promise));
  });
}

function settleIfDone(promise) {
  if (typeof promise === 'object' && !isPending(realOf.get(promise) ?? promise)) emitSettled(promise);
}

// ---- reactions

function reaction(callback, child, adopter) {
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
      if (adopter !== undefined) {
        if (!showsState || unrecognized.has(adopter)) emitSettled(adopter);
        else settleIfDone(adopter);
      }
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
      const adopter = adopting;
      adopting = undefined;
      recognize(this);
      const child = { promise: undefined };
      const promise = inner.call(this,
        reaction(typeof onFulfilled === 'function' ? onFulfilled : identity, child, adopter),
        reaction(typeof onRejected === 'function' ? onRejected : rethrow, child, adopter));
      child.promise = promise;
      if (isActive() && !known.has(promise)) initPromise(promise, this);
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
  try {
    beginCall();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
  }
}

function beginCall() {
  const promise = runningPromise();
  if (typeof promise === 'number') {
    // A call from the same place has ended.
    settleThrown(promise + 1);
    new PlainCall(promise);
  } else if (promise !== undefined && !known.has(promise)) {
    initPromise(promise);
    running.push(promise);
  }
}

function leave(value) {
  if (!isActive()) return;
  try {
    endCall(value);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
  }
}

function endCall(value) {
  const promise = runningPromise();
  if (typeof promise === 'number') {
    settleThrown(promise);
    if (running[running.length - 1]?.frame === promise) running.pop().returns(value);
  } else if (promise !== undefined) {
    stopRunning(promise);
    resolveWith(promise, value);
  }
}

function stopRunning(promise) {
  settleThrown();
  if (running[running.length - 1] === promise) running.pop();
}

const isPlainPromise = (value) => value instanceof EnginePromise && value.constructor === EnginePromise;

// Called with the operand of an `await`.
function suspend(operand) {
  const promise = runningPromise?.();
  const awaited = waitFor(operand, typeof promise === 'object' ? promise : request);
  // Last: a hook may have called a function that waits.
  __hexloop_operand__ = awaited;
  return __hexloop_context__;
}

// The same where the engine awaits a value that the program has no `await` for, and so nothing restores the context.
function pass(value) {
  const frame = __hexloop_context__;
  return waitFor(value, request, () => { __hexloop_context__ = frame; });
}

// Returns the promise to await. The function that waits settles `owner`, if that is known. If another promise is awaited than the operand, it is the owner's child.
function waitFor(operand, owner, restore = undefined) {
  if (owner !== undefined) stopRunning(owner);
  const awaited = isPlainPromise(operand) || isOfAnotherRealm(operand) ? operand : wrapOperand(operand, owner);
  if (isActive()) {
    initLate(awaited);
    recognize(awaited);
    const continuation = new EnginePromise(() => {});
    initPromise(continuation, awaited);
    const leaveContinuation = () => {
      settleIfDone(owner);
      emitSettled(continuation);
      request = undefined;
    };
    const resume = () => {
      restore?.();
      if (!isActive()) return execution.unwind();
      if (known.has(awaited)) emitSettled(reported(awaited));
      before(continuation, leaveContinuation);
      if (realOf.has(owner)) request = owner;
    };
    call2(then, awaited, resume, resume);
  } else {
    const resume = () => {
      execution.unwind();
      restore?.();
    };
    call2(then, awaited, resume, resume);
  }
  return awaited;
}

const isOfAnotherRealm = (value) => !(value instanceof EnginePromise) && require('util/types').isPromise(value);

function wrapOperand(value, owner) {
  let resolve;
  const promise = new EnginePromise((settle) => { resolve = settle; });
  if (isActive()) {
    initPromise(promise, owner);
    resolveWith(promise, value);
  }
  __hexloop_hooks__.beforeResolvingWith(value);
  resolve(value);
  return promise;
}

// ---- async generators

// The engine makes the promise of a request where nothing shows it, and the body begins to run before `next` returns. Hooks get another one in
// its place, a stand-in.
// The stand-in of the request that runs.
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
      replaceBy(standIn, promise);
      settleIfDone(standIn);
      return promise;
    },
  }[name]);
}

function install() {
  if (installed) return;
  installed = true;
  require('async_context/promises').install();
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
  activeListeners = [...new Set(listeners.values())];
}

function unsubscribe(owner) {
  listeners = new Map(listeners);
  listeners.delete(owner);
  activeListeners = [...new Set(listeners.values())];
}

module.exports = { subscribe, install, unsubscribe };
