'use strict';
// Events of promises, for createHook() and v8.promiseHooks.
//
// The engine has no promise hooks. While somebody listens, `Promise` is a function of ours over the engine's, `then` makes
// reactions that tell, and a rewritten `await` (crates/source/src/async_context.rs) saves what to tell when it goes on.
// The first hook that is made puts these in, so that it hears of what was begun before it is enabled; they stay.
//
// What cannot be seen: the promise of an async function, before somebody awaits it or calls its `then`; when code after an
// `await` stops (its 'after' comes with the next thing that runs); promises that the engine or the program made with the
// `Promise` of before. `promise.constructor` stays the engine's: `await` looks at it.

const execution = require('async_context/execution');

const { Promise: Engine, then } = require('engine');
// owner -> { init, before, after, settled }
let listeners = new Map();
let telling = [];
let installed = false;

const isActive = () => telling.length > 0;

function tell(name, ...promises) {
  for (const listener of telling) listener[name]?.(...promises);
}

function made(promise, parent) {
  const trigger = parent === undefined ? execution.currentId() : execution.numbersOf(parent).id;
  if (wantsResources()) execution.made(promise, 'PROMISE', trigger);
  tell('init', promise, parent);
  watchForEnd(promise);
}

// A hook of createHook() is among the listeners.
const wantsResources = () => telling.some((listener) => listener.init === undefined);

const before = (promise) => {
  execution.begin(promise);
  tell('before', promise);
};

const after = (promise) => {
  tell('after', promise);
  execution.finish();
};

// A promise that nobody told of: of an async function, mostly. Somebody waits for it now, so a rejection is handled.
function noticed(promise) {
  if (execution.isKnown(promise)) return;
  made(promise);
  const settled = () => tell('settled', promise);
  then.call(promise, settled, settled);
}

let ends;

// 'destroy' of a promise is its collection.
function watchForEnd(promise) {
  if (!wantsResources()) return;
  ends ??= new (require('loop/finalization').FinalizationRegistry)((id) => execution.listening()?.destroy(id));
  ends.register(promise, execution.numbersOf(promise).id);
}

// ---- reactions

// A promise that is resolved with another settles later. The rejection of that one is handled: by the first.
function settledWith(promise, value) {
  const told = () => tell('settled', promise);
  if (value instanceof Engine) then.call(value, told, told);
  else told();
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
      settledWith(promise, result);
      after(promise);
    }
  };
}

const pass = (value) => value;
const fail = (reason) => { throw reason; };

function tellingThen(inner) {
  return {
    then(onFulfilled, onRejected) {
      if (!(this instanceof Engine)) return inner.call(this, onFulfilled, onRejected);
      const child = { promise: undefined };
      const promise = inner.call(this,
        reaction(typeof onFulfilled === 'function' ? onFulfilled : pass, child),
        reaction(typeof onRejected === 'function' ? onRejected : fail, child));
      child.promise = promise;
      if (isActive()) made(promise, this);
      return promise;
    },
  }.then;
}

// ---- the constructor

function construct(executor, newTarget) {
  if (typeof executor !== 'function') return Reflect.construct(Engine, [executor], newTarget);
  let resolve;
  let reject;
  const promise = Reflect.construct(Engine, [(...functions) => { [resolve, reject] = functions; }], newTarget);
  if (isActive()) made(promise);
  let isSettled = false;
  const settling = (settle) => (value) => {
    if (!isSettled) tell('settled', promise);
    isSettled = true;
    settle(value);
  };
  try {
    executor(settling(resolve), settling(reject));
  } catch (error) {
    settling(reject)(error);
  }
  return promise;
}

// The promise that a function of `Promise` makes, settled or not.
function madeBy(name, isSettled) {
  return {
    [name](...values) {
      const promise = Reflect.apply(Engine[name], this === Telling ? Engine : this, values);
      if (isActive() && promise instanceof Engine && !execution.isKnown(promise) && promise !== values[0]) {
        made(promise);
        if (isSettled) tell('settled', promise);
      }
      return promise;
    },
  }[name];
}

function Telling(executor) {
  if (new.target === undefined) return Engine(executor);
  return construct(executor, new.target === Telling ? Engine : new.target);
}

function define(object, name, value) {
  Object.defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

// ---- await

// Saved by an `await`: the context, and the promise that stands for going on.
class Resumption {
  constructor(frame, promise) {
    this.frame = frame;
    this.promise = promise;
  }
}

// Called with the operand; the answer comes back to `resume`.
function suspend(operand) {
  const frame = __hexloop_context__;
  if (!isActive()) return new Resumption(frame, new Engine(() => {}));
  let awaited = operand;
  if (operand instanceof Engine) noticed(operand);
  else {
    awaited = quietly(() => Engine.resolve());
    made(awaited);
    tell('settled', awaited);
  }
  const promise = new Engine(() => {});
  made(promise, awaited);
  return new Resumption(frame, promise);
}

function quietly(make) {
  const kept = telling;
  telling = [];
  try {
    return make();
  } finally {
    telling = kept;
  }
}

// The context to go on with.
function resume(saved) {
  if (!(saved instanceof Resumption)) return saved;
  const { promise, frame } = saved;
  if (isActive()) {
    execution.begin(promise, () => {
      tell('settled', promise);
      tell('after', promise);
    });
    tell('before', promise);
  }
  return frame;
}

function install() {
  if (installed) return;
  installed = true;
  for (const name of ['all', 'allSettled', 'any', 'race', 'try']) if (name in Engine) define(Telling, name, madeBy(name, false));
  for (const name of ['resolve', 'reject']) define(Telling, name, madeBy(name, true));
  define(Telling, 'name', 'Promise');
  Object.defineProperty(Telling, 'prototype', { __proto__: null, value: Engine.prototype, writable: false });
  Object.setPrototypeOf(Telling, Engine);
  const engine = require('engine');
  define(Engine.prototype, 'then', engine.hookedThen = tellingThen(engine.hookedThen ?? then));
  define(globalThis, 'Promise', Telling);
  __hexloop_awaits__ = { suspend, resume };
}

function follow(owner, listener) {
  install();
  execution.track();
  listeners = new Map(listeners).set(owner, listener);
  telling = [...new Set(listeners.values())];
}

function unfollow(owner) {
  listeners = new Map(listeners);
  listeners.delete(owner);
  telling = [...new Set(listeners.values())];
}

module.exports = { follow, install, unfollow };
