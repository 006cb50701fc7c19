'use strict';
// FinalizationRegistry, and gc().
//
// The engine calls a registry's callback once for each dead object, in any order, wherever it runs deferred work, and swallows its
// exceptions. So the engine's callback only records the dead object, and the program's callbacks run as in Node: in one macrotask
// per registry and turn, before the immediates; the object that was registered last comes first; an exception is uncaught, and the
// remaining callbacks run in the next turn.
//
//   engine, after a collection ──enqueue()──▶ queue of registries ──runFinalizers()──▶ callbacks, then ticks and jobs

const {
  arrayPop, arrayPush, arrayShift, arraySort, objectDefineProperty, objectEntries, objectIs, reflectConstruct, symbolKeyFor,
} = require('core/intrinsics');
const { call1, call3 } = require('core/safe/calls');
const { newList } = require('core/safe/list');
const { each } = require('core/safe/walk');
const { numbers, PENDING_FINALIZERS } = require('loop/state');
const { runTicks } = require('loop/ticks');
const { FinalizationRegistry: EngineRegistry, addNative } = require('engine');
const { collect } = binding('loop');

const { register: nativeRegister, unregister: nativeUnregister } = EngineRegistry.prototype;
const queue = newList();
let registrations = 0;

class Registration {
  constructor(held) {
    this.held = held;
    this.order = ++registrations;
  }
}

function FinalizationRegistry(cleanup) {
  if (new.target === undefined) throw new TypeError("Constructor FinalizationRegistry requires 'new'");
  if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable');
  const entry = { cleanup, registrations: newList(), queued: false };
  return reflectConstruct(EngineRegistry, [(registration) => enqueue(entry, registration)], new.target);
}

function enqueue(entry, registration) {
  arrayPush(entry.registrations, registration);
  if (entry.queued) return;
  entry.queued = true;
  arrayPush(queue, entry);
  numbers[PENDING_FINALIZERS] = queue.length;
}

const methods = {
  // The third parameter is optional, and not counted in `length`.
  register(target, held, token = undefined) {
    if (objectIs(target, held)) throw v8Error('register', this, target, held, token);
    try {
      call3(nativeRegister, this, target, new Registration(held), token);
    } catch {
      throw v8Error('register', this, target, held, token);
    }
  },
  unregister(token) {
    try {
      return call1(nativeUnregister, this, token);
    } catch {
      throw v8Error('unregister', this, this, undefined, token);
    }
  },
};

// V8's error, in the order of its checks.
function v8Error(method, registry, target, held, token) {
  const name = `FinalizationRegistry.prototype.${method}`;
  if (!isRegistry(registry)) return new TypeError(`Method ${name} called on incompatible receiver ${describe(registry)}`);
  if (!canBeHeldWeakly(target)) return new TypeError(`${name}: invalid target`);
  if (objectIs(target, held)) return new TypeError(`${name}: target and holdings must not be same`);
  return new TypeError(`Invalid unregisterToken ('${String(token)}')`);
}

function isRegistry(value) {
  try {
    call1(nativeUnregister, value, {});
    return true;
  } catch {
    return false;
  }
}

function canBeHeldWeakly(value) {
  if (typeof value === 'symbol') return symbolKeyFor(value) === undefined;
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function describe(value) {
  return typeof value === 'object' && value !== null ? `#<${value.constructor?.name || 'Object'}>` : String(value);
}

function install() {
  const { prototype } = EngineRegistry;
  objectDefineProperty(FinalizationRegistry, 'prototype', { __proto__: null, value: prototype, writable: false });
  // In V8's order.
  for (const name of each(['constructor', 'register', 'unregister'])) delete prototype[name];
  for (const { 0: name, 1: value } of each(objectEntries({ constructor: FinalizationRegistry, ...methods }))) {
    addNative(value, value.name);
    objectDefineProperty(prototype, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  }
}

// The callbacks of one registry: a macrotask, called by Rust between poll and check while PENDING_FINALIZERS is not 0.
function runFinalizers() {
  const entry = queue[0];
  if (entry === undefined) return;
  arraySort(entry.registrations, (a, b) => a.order - b.order);
  try {
    while (entry.registrations.length > 0) (0, entry.cleanup)(arrayPop(entry.registrations).held);
  } catch (error) {
    require('process/fatal').triggerUncaught(error, false);
  }
  if (entry.registrations.length === 0) dequeue();
  runTicks();
}

function dequeue() {
  arrayShift(queue).queued = false;
  numbers[PENDING_FINALIZERS] = queue.length;
}

// Like V8's; every kind of collection is a full one here.
function gc(options) {
  if (require.has('perf_hooks/observer')) require('perf_hooks/gc').collectAndReport(collect);
  else collect();
  if (options?.execution !== 'async') return undefined;
  return new __hexloop_promise__((resolve) => require('loop/immediates').setImmediate(resolve));
}

function exposeGc() {
  const value = { gc() { return gc(arguments[0]); } }.gc;
  objectDefineProperty(globalThis, 'gc', { __proto__: null, value, writable: true, enumerable: true, configurable: false });
}

install();
binding('loop').connect('runFinalizers', runFinalizers);

module.exports = { FinalizationRegistry, exposeGc };
