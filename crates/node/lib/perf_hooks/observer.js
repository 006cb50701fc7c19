'use strict';
// PerformanceObserver.
//
// An entry is added to the buffer of every observer of its type. Observers with entries are called together, in the next check phase.

const { codes } = require('core/errors');
const { validateFunction, validateObject } = require('core/validate');
const { now } = require('perf_hooks/clock');
const { PerformanceNodeEntry, kInspect, kMake, makeEnumerable, inspectAs } = require('perf_hooks/entry');
const timeline = require('perf_hooks/timeline');

const SUPPORTED = Object.freeze(['dns', 'function', 'gc', 'http', 'http2', 'mark', 'measure', 'net', 'quic', 'resource']);
const SINGLE = 'single';
const MULTIPLE = 'multiple';

const observers = new Set();
let pending = new Set();
// The number of observers of each type: without one nothing is measured.
const observerCounts = { __proto__: null };

const byStart = (a, b) => a.startTime - b.startTime;

class PerformanceObserverEntryList {
  #entries;

  constructor(key = undefined, entries = []) {
    if (key !== kMake) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = entries.sort(byStart);
  }

  getEntries() {
    check(#entries in Object(this));
    return this.#entries.slice();
  }

  getEntriesByType(type) {
    check(#entries in Object(this));
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    type = `${type}`;
    return this.#entries.filter((entry) => entry.entryType === type);
  }

  getEntriesByName(name, type = undefined) {
    check(#entries in Object(this));
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    name = `${name}`;
    return this.#entries.filter((entry) => entry.name === name && (type === undefined || entry.entryType === type));
  }

  [kInspect](depth, options, inspect) {
    return inspectAs(this, this.#entries, depth, options, inspect);
  }
}
Object.defineProperty(PerformanceObserverEntryList.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'PerformanceObserverEntryList' });
makeEnumerable(PerformanceObserverEntryList.prototype, ['getEntries', 'getEntriesByType', 'getEntriesByName']);

function check(isOne) {
  if (!isOne) throw new codes.ERR_INVALID_THIS('PerformanceObserverEntryList');
}

const kMaybeBuffer = Symbol('kMaybeBuffer');
const kDispatch = Symbol('kDispatch');

class PerformanceObserver {
  #buffer = [];
  #entryTypes = new Set();
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
    if (!Array.isArray(entryTypes)) throw new codes.ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
    this.#clearTypes();
    for (const type of entryTypes) this.#watch(`${type}`);
  }

  #observeOne(type, buffered) {
    if (!SUPPORTED.includes(type)) return;
    this.#watch(type);
    if (!buffered) return;
    this.#buffer.push(...timeline.entriesOfType(type));
    schedule(this);
  }

  #watch(type) {
    if (!SUPPORTED.includes(type) || this.#entryTypes.has(type)) return;
    this.#entryTypes.add(type);
    observerCounts[type] = (observerCounts[type] ?? 0) + 1;
  }

  #clearTypes() {
    for (const type of this.#entryTypes) observerCounts[type]--;
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
    this.#buffer.push(entry);
    schedule(this);
  }

  [kDispatch]() {
    this.#callback(new PerformanceObserverEntryList(kMake, this.takeRecords()), this);
  }

  [kInspect](depth, options, inspect) {
    const fields = {
      connected: observers.has(this),
      pending: pending.has(this),
      entryTypes: [...this.#entryTypes],
      buffer: this.#buffer,
    };
    return inspectAs(this, fields, depth, options, inspect);
  }
}
Object.defineProperty(PerformanceObserver.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'PerformanceObserver' });
makeEnumerable(PerformanceObserver.prototype, ['observe', 'disconnect', 'takeRecords']);

function schedule(observer) {
  if (pending.size === 0) require('loop/immediates').setImmediate(dispatchPending);
  pending.add(observer);
}

function dispatchPending() {
  const called = [...pending];
  pending = new Set();
  for (const observer of called) observer[kDispatch]();
}

function enqueue(entry) {
  for (const observer of observers) observer[kMaybeBuffer](entry);
}

// To be checked before measuring.
const hasObserver = (type) => observerCounts[type] > 0;

// ---- for other modules: lookups, connections, requests. They check `require.has('perf_hooks/observer')` first.

// The start time of an operation, by its object, if it is observed.
const startTimes = new WeakMap();

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
