'use strict';
// What is known of promises while hooks are on, and the events of their lives: 'init', 'before', 'after', 'settled'.
//
// WHEN. Nothing reports when a continuation or a reaction stops, so 'after' is emitted when the next scope is entered (execution.js), before
// any other JavaScript. Then it is also known whether what ran has settled its promise. An async function that has thrown before its
// first `await` is noticed at the next event, because its promise is settled.

const execution = require('async_context/execution');
const { isThenable } = require('async_context/thenables');
const { arrayPop, arrayPush, arraySome, arraySplice, objectIs } = require('core/intrinsics');
const { call1, call2 } = require('core/safe/calls');
const { SafeWeakMap, SafeWeakSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');

const { Promise: EnginePromise, then } = require('engine');
const { isPending } = binding('promise_hooks');
const resolved = EnginePromise.resolve();
const showsState = !isPending(resolved);
let listeners = [];

const isActive = () => listeners.length > 0;

function setListeners(next) {
  listeners = next;
}

function emit(name, ...promises) {
  for (const listener of each(listeners)) listener[name]?.(...each(promises));
}

// Whether a hook of createHook() is among the listeners.
const hasAsyncHooks = () => arraySome(listeners, (listener) => listener.init === undefined);

// ---- promises

// Promises with an 'init'. Others exist from before: they get an id when one is needed, and no 'init'.
const known = new SafeWeakSet();
const settled = new SafeWeakSet();

// Some promises are known before the engine shows them. Hooks get another one in their place, a stand-in.
const standIns = new SafeWeakMap();
const realOf = new SafeWeakMap();
// Stand-ins whose promise is not known yet.
const unrecognized = new SafeWeakSet();

const reported = (promise) => standIns.get(promise) ?? promise;

function replaceBy(standIn, promise) {
  known.add(promise);
  standIns.set(promise, standIn);
  realOf.set(standIn, promise);
  unrecognized.delete(standIn);
}

function initPromise(promise, waitedFor) {
  settleThrown();
  known.add(promise);
  const parent = reported(waitedFor);
  const trigger = parent === undefined ? execution.currentId() : execution.asyncIdsOf(parent).id;
  if (hasAsyncHooks()) execution.emitInit(promise, 'PROMISE', trigger);
  emit('init', promise, parent);
  watchCollection(promise);
}

function emitSettled(promise) {
  if (settled.has(promise)) return;
  settled.add(promise);
  emit('settled', promise);
}

function settleIfDone(promise) {
  if (promise !== undefined && !isPending(realOf.get(promise) ?? promise)) emitSettled(promise);
}

let registry;

// The 'destroy' of a promise is its collection.
function watchCollection(promise) {
  if (!hasAsyncHooks()) return;
  registry ??= new (require('loop/finalization').FinalizationRegistry)((id) => execution.currentListener()?.destroy(id));
  registry.register(promise, execution.asyncIdsOf(promise).id);
}

// Where the engine does not show the promise of an async function, it is unknown until it is awaited: its 'init' comes then.
function initLate(promise) {
  if (known.has(promise)) return;
  initPromise(promise);
  const settle = () => emitSettled(promise);
  call2(then, promise, settle, settle);
}

// ---- scopes

function before(promise, onLeave = undefined) {
  settleThrown(Infinity);
  // In a new job nothing of what ran before runs.
  running.length = 0;
  execution.emitBefore(promise, () => {
    onLeave?.();
    emit('after', promise);
  });
  emit('before', promise);
}

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

function takeAdopting() {
  const promise = adopting;
  adopting = undefined;
  return promise;
}

// The promise that it adopts from has settled it.
function settleAdopting(promise) {
  if (!showsState || unrecognized.has(promise)) emitSettled(promise);
  else settleIfDone(promise);
}

// ---- calls of async functions

// The promises of calls that have begun, and neither returned nor waited; and PlainCalls.
const running = [];
const lastRunning = () => running[running.length - 1];

// Those that have neither returned nor waited but are settled, have thrown. `frame` is that of a function that runs now.
function settleThrown(frame = 0) {
  while (running.length > 0) {
    const last = lastRunning();
    if (last instanceof PlainCall ? last.frame >= frame : isPending(last)) return;
    arrayPop(running);
    if (last instanceof PlainCall) last.throws();
    else emitSettled(last);
  }
}

// `caller`: the function's promise, or the address of its frame.
function beginCall(caller) {
  if (typeof caller === 'number') {
    // A call from the same place has ended.
    settleThrown(caller + 1);
    const call = new PlainCall(caller);
    initPromise(call.standIn);
    arrayPush(running, call);
  } else if (caller !== undefined && !known.has(caller)) {
    initPromise(caller);
    arrayPush(running, caller);
  }
}

function endCall(caller, value) {
  if (typeof caller === 'number') {
    settleThrown(caller);
    if (lastRunning()?.frame === caller) arrayPop(running).returns(value);
  } else if (caller !== undefined) {
    stopRunning(caller);
    resolveWith(caller, value);
  }
}

function stopRunning(promise) {
  settleThrown();
  if (lastRunning() === promise) arrayPop(running);
}

// ---- async functions without `await`
//
// Newer engines run these as any function, and nothing shows their promise. It is recognized by its result, when something waits for it.

// As the engine numbers the states.
const PENDING = 0;
const FULFILLED = 1;
const REJECTED = 2;

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
    arrayPush(unclaimed, this);
    if (unclaimed.length > MOST_UNCLAIMED) arraySplice(unclaimed, 0, 1);
  }

  isOf(state, result) {
    return this.state === state && (state !== FULFILLED || objectIs(this.value, result));
  }
}

// Called with every promise that something waits for.
function recognize(promise) {
  if (unclaimed.length === 0 || known.has(promise)) return;
  const { 0: state, 1: result } = binding('inspect').getPromiseDetails(promise);
  for (let i = unclaimed.length - 1; i >= 0; i--) {
    if (!unclaimed[i].isOf(state, result)) continue;
    replaceBy(unclaimed[i].standIn, promise);
    arraySplice(unclaimed, i, 1);
    return;
  }
}

module.exports = {
  beginCall, before, emitSettled, endCall, initLate, initPromise, isActive, recognize, replaceBy, reported, resolveWith, setListeners,
  settleAdopting, settleIfDone, stopRunning, takeAdopting,
  isKnown: (promise) => known.has(promise),
  isRequest: (promise) => promise !== undefined && realOf.has(promise),
};
