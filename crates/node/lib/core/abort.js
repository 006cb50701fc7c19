'use strict';

// AbortController and AbortSignal.
//
// A signal made by AbortSignal.any() depends on its sources: it is aborted before any of their listeners run, and its own listeners
// run after theirs. Sources hold their dependents weakly, or a long-lived source would retain every short-lived dependent. A
// dependent (or a timeout) with listeners is kept alive here until it fires, its last listener is removed, or nothing can abort it
// any more: a dependent holds its sources weakly, too (except timeouts, which may have no other holder), and goes with the last one.

const globals = require('globals');
const { arrayFind, arrayForEach, arrayPush, objectAssign, objectDefineProperty, symbolFor } = require('core/intrinsics');
const { SafeSet, SafeWeakRef } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateUint32 } = require('core/validate');
const { DOMException } = require('core/dom_exception');
const { Event, makeEnumerable, kTrustEvent } = require('core/event');
const {
  EventTarget, defineEventHandler, dispatch, kNewListener, kRemoveListener,
} = require('core/event_target');
const { kMaxEventTargetListeners } = require('events');

const kAborted = Symbol('kAborted');
const kReason = Symbol('kReason');
const kDependents = Symbol('kDependantSignals');
const kSources = Symbol('kSourceSignals');
const kTimeouts = Symbol('kTimeoutSources');
const kWeakRef = Symbol('kWeakReference');
const kMayBePersistent = Symbol('kTimeout');
const customInspect = symbolFor('nodejs.util.inspect.custom');

const gcPersistentSignals = new SafeSet();

function checkSignal(value) {
  if (value?.[kAborted] === undefined) throw new codes.ERR_INVALID_THIS('AbortSignal');
}

class AbortSignal extends EventTarget {
  constructor(token = undefined) {
    if (token !== kReason) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this[kMaxEventTargetListeners] = 0;
    this[kAborted] = false;
    this[kReason] = undefined;
  }

  get aborted() {
    checkSignal(this);
    return !!this[kAborted];
  }

  get reason() {
    checkSignal(this);
    return this[kReason];
  }

  throwIfAborted() {
    checkSignal(this);
    if (this[kAborted]) throw this[kReason];
  }

  static abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
    const signal = createSignal();
    signal[kAborted] = true;
    signal[kReason] = reason;
    return signal;
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = createSignal();
    signal[kMayBePersistent] = true;
    const weak = new SafeWeakRef(signal);
    // Keeps neither the process nor the signal alive, unless the signal has listeners.
    globals.setTimeout(() => {
      const target = weak.deref();
      if (target !== undefined) {
        abort(target, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
      }
    }, delay).unref();
    return signal;
  }

  static any(signals) {
    const sources = toSignals(signals);
    const dependent = createSignal();
    dependent[kMayBePersistent] = true;
    const aborted = arrayFind(sources, (source) => source[kAborted]);
    if (aborted !== undefined) {
      dependent[kAborted] = true;
      dependent[kReason] = aborted[kReason];
      return dependent;
    }
    addSources(dependent, sources);
    return dependent;
  }

  [customInspect](depth, options, inspect) {
    return inspectAs(this, { aborted: this.aborted }, depth, options, inspect);
  }

  [kNewListener](size, type) {
    if (this[kMayBePersistent] && type === 'abort' && !this[kAborted] && size === 1) gcPersistentSignals.add(this);
  }

  [kRemoveListener](size, type) {
    if (this[kMayBePersistent] && type === 'abort' && size === 0) gcPersistentSignals.delete(this);
  }
}

objectDefineProperty(AbortSignal, 'length', { __proto__: null, value: 0, configurable: true });
makeEnumerable(AbortSignal.prototype, ['aborted']);
objectDefineProperty(AbortSignal.prototype, Symbol.toStringTag, { __proto__: null, value: 'AbortSignal', configurable: true });
defineEventHandler(AbortSignal.prototype, 'abort');

function inspectAs(self, fields, depth, options, inspect) {
  const name = self.constructor.name;
  if (depth < 0) return self;
  const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${name} ${inspect(fields, inner)}`;
}

function createSignal() {
  return new AbortSignal(kReason);
}

function webIdlError(message) {
  return objectAssign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
}

function toSignals(signals) {
  if (typeof signals?.[Symbol.iterator] !== 'function' || typeof signals === 'string') {
    throw webIdlError('signals cannot be converted to sequence.');
  }
  const list = [...each(signals)];
  arrayForEach(list, (signal, index) => {
    if (!(signal instanceof AbortSignal)) throw webIdlError(`signals[${index}] is not of type AbortSignal.`);
  });
  return list;
}

const dependentRegistry = new globals.FinalizationRegistry(({ source, weak }) => source.deref()?.[kDependents]?.delete(weak));

const sourceRegistry = new globals.FinalizationRegistry(({ source, weak }) => {
  const dependent = weak.deref();
  dependent?.[kSources].delete(source);
  if (dependent?.[kSources].size === 0) gcPersistentSignals.delete(dependent);
});

const weakReference = (signal) => (signal[kWeakRef] ??= new SafeWeakRef(signal));

// A dependent of dependents attaches to their sources: chains stay one link long.
function addSources(dependent, sources) {
  dependent[kSources] = new SafeSet();
  dependent[kTimeouts] = new SafeSet();
  for (const source of each(sources)) {
    for (const root of each(source[kSources] ?? [weakReference(source)])) addSource(dependent, root);
  }
}

function addSource(dependent, source) {
  const root = source.deref();
  if (root === undefined || dependent[kSources].has(source)) return;
  const weak = weakReference(dependent);
  dependent[kSources].add(source);
  if (root[kMayBePersistent]) dependent[kTimeouts].add(root);
  (root[kDependents] ??= new SafeSet()).add(weak);
  dependentRegistry.register(dependent, { source, weak });
  sourceRegistry.register(root, { source, weak });
}

function abort(signal, reason) {
  if (signal[kAborted]) return;
  signal[kAborted] = true;
  signal[kReason] = reason;
  const dependents = [];
  for (const weak of each(signal[kDependents] ?? [])) {
    const dependent = weak.deref();
    if (dependent === undefined || dependent[kAborted]) continue;
    dependent[kAborted] = true;
    dependent[kReason] = reason;
    arrayPush(dependents, dependent);
  }
  dispatchAbort(signal);
  for (const dependent of each(dependents)) dispatchAbort(dependent);
}

function dispatchAbort(signal) {
  dispatch(signal, new Event('abort', { [kTrustEvent]: true }));
  gcPersistentSignals.delete(signal);
}

class AbortController {
  #signal;

  get signal() {
    return (this.#signal ??= createSignal());
  }

  abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
    abort((this.#signal ??= createSignal()), reason);
  }

  [customInspect](depth, options, inspect) {
    return inspectAs(this, { signal: this.signal }, depth, options, inspect);
  }
}

makeEnumerable(AbortController.prototype, ['signal', 'abort']);
objectDefineProperty(AbortController.prototype, Symbol.toStringTag, { __proto__: null, value: 'AbortController', configurable: true });

module.exports = { AbortController, AbortSignal, EventTarget, Event, DOMException };
