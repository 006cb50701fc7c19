'use strict';
// PerformanceObserver.
//
// An entry is added to the buffer of every observer of its type. Observers with entries are called together, in the next check phase.

const { arrayFilter, arrayIncludes, arrayIsArray, arrayPush, arraySort, objectDefineProperty, objectFreeze } = require('core/intrinsics');
const { SafeSet, SafeWeakMap } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { appendAll, each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateFunction, validateObject } = require('core/validate');
const { now } = require('perf_hooks/clock');
const { PerformanceNodeEntry, kInspect, kMake, makeEnumerable, inspectAs } = require('perf_hooks/entry');
const timeline = require('perf_hooks/timeline');

const SUPPORTED = objectFreeze(['dns', 'function', 'gc', 'http', 'http2', 'mark', 'measure', 'net', 'quic', 'resource']);
const SINGLE = 'single';
const MULTIPLE = 'multiple';

const observers = new SafeSet();
let pending = new SafeSet();
// The number of observers of each type: without one nothing is measured.
const observerCounts = { __proto__: null };

const byStart = (a, b) => a.startTime - b.startTime;

class PerformanceObserverEntryList {
  #entries;

  constructor(key = undefined, entries = []) {
    if (key !== kMake) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = arraySort(entries, byStart);
  }

  getEntries() {
    check(#entries in Object(this));
    return sliceOf(this.#entries);
  }

  getEntriesByType(type) {
    check(#entries in Object(this));
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    type = `${type}`;
    return arrayFilter(this.#entries, (entry) => entry.entryType === type);
  }

  getEntriesByName(name, type = undefined) {
    check(#entries in Object(this));
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    name = `${name}`;
    return arrayFilter(this.#entries, (entry) => entry.name === name && (type === undefined || entry.entryType === type));
  }

  [kInspect](depth, options, inspect) {
    return inspectAs(this, this.#entries, depth, options, inspect);
  }
}
objectDefineProperty(PerformanceObserverEntryList.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'PerformanceObserverEntryList' });
makeEnumerable(PerformanceObserverEntryList.prototype, ['getEntries', 'getEntriesByType', 'getEntriesByName']);

function check(isOne) {
  if (!isOne) throw new codes.ERR_INVALID_THIS('PerformanceObserverEntryList');
}

const kMaybeBuffer = Symbol('kMaybeBuffer');
const kDispatch = Symbol('kDispatch');

class PerformanceObserver {
  #buffer = [];
  #entryTypes = new SafeSet();
  #mode;
  #callback;

  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  observe(options = {}) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = { ...options };
    if (entryTypes === undefined && type === undefined) throw new codes.ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    if (entryTypes != null && type != null) {
      throw new codes.ERR_INVALID_ARG_VALUE('options.entryTypes', entryTypes, 'options.entryTypes can not set with options.type together');
    }
    this.#setMode(entryTypes === undefined ? SINGLE : MULTIPLE);
    if (this.#mode === MULTIPLE) this.#observeAll(entryTypes);
    else this.#observeOne(`${type}`, buffered);
    if (this.#entryTypes.size > 0) observers.add(this);
    else this.disconnect();
  }

  #setMode(mode) {
    this.#mode ??= mode;
    if (this.#mode === mode) return;
    const { DOMException } = require('core/dom_exception');
    throw new DOMException(`PerformanceObserver can not change to ${mode === SINGLE ? 'single observation' : 'multiple observations'}`,
      'InvalidModificationError');
  }

  #observeAll(entryTypes) {
    if (!arrayIsArray(entryTypes)) throw new codes.ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
    this.#clearTypes();
    for (const type of each(entryTypes)) this.#watch(`${type}`);
  }

  #observeOne(type, buffered) {
    if (!arrayIncludes(SUPPORTED, type)) return;
    this.#watch(type);
    if (!buffered) return;
    appendAll(this.#buffer, timeline.entriesOfType(type));
    schedule(this);
  }

  #watch(type) {
    if (!arrayIncludes(SUPPORTED, type) || this.#entryTypes.has(type)) return;
    this.#entryTypes.add(type);
    observerCounts[type] = (observerCounts[type] ?? 0) + 1;
  }

  #clearTypes() {
    for (const type of each(this.#entryTypes)) observerCounts[type]--;
    this.#entryTypes.clear();
  }

  disconnect() {
    this.#clearTypes();
    observers.delete(this);
    pending.delete(this);
    this.#buffer = [];
    this.#mode = undefined;
  }

  takeRecords() {
    const list = this.#buffer;
    this.#buffer = [];
    return list;
  }

  static get supportedEntryTypes() {
    return SUPPORTED;
  }

  [kMaybeBuffer](entry) {
    if (!this.#entryTypes.has(entry.entryType)) return;
    arrayPush(this.#buffer, entry);
    schedule(this);
  }

  [kDispatch]() {
    this.#callback(new PerformanceObserverEntryList(kMake, this.takeRecords()), this);
  }

  [kInspect](depth, options, inspect) {
    const fields = {
      connected: observers.has(this),
      pending: pending.has(this),
      entryTypes: [...each(this.#entryTypes)],
      buffer: this.#buffer,
    };
    return inspectAs(this, fields, depth, options, inspect);
  }
}
objectDefineProperty(PerformanceObserver.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'PerformanceObserver' });
makeEnumerable(PerformanceObserver.prototype, ['observe', 'disconnect', 'takeRecords']);

function schedule(observer) {
  if (pending.size === 0) require('loop/immediates').setImmediate(dispatchPending);
  pending.add(observer);
}

function dispatchPending() {
  const called = [...each(pending)];
  pending = new SafeSet();
  for (const observer of each(called)) observer[kDispatch]();
}

function enqueue(entry) {
  for (const observer of each(observers)) observer[kMaybeBuffer](entry);
}

// To be checked before measuring.
const hasObserver = (type) => observerCounts[type] > 0;

// ---- for other modules: lookups, connections, requests. They check `require.has('perf_hooks/observer')` first.

// The start time of an operation, by its object, if it is observed.
const startTimes = new SafeWeakMap();

function startPerf(type, object) {
  if (hasObserver(type)) startTimes.set(object, now());
}

// The operation has ended. `detail` is only called if it is observed.
function stopPerf(type, name, object, detail) {
  const start = startTimes.get(object);
  if (start === undefined) return;
  startTimes.delete(object);
  if (hasObserver(type)) enqueue(new PerformanceNodeEntry(name, type, start, now() - start, detail()));
}

timeline.onEntry(enqueue);

module.exports = { PerformanceObserver, PerformanceObserverEntryList, startPerf, stopPerf, hasObserver, enqueue };
