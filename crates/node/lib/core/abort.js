'use strict';

// AbortController and AbortSignal.
//
// A signal made by AbortSignal.any() follows its sources: it is aborted before any of their
// listeners run, and its own listeners run after theirs. Sources hold followers weakly, or a
// long-lived source would collect every short-lived follower; a follower (or a timeout)
// that somebody listens to is held here until it fires, the last listener is gone, or nothing can abort it any more:
// a follower holds its sources weakly too (timeouts apart, which nobody else need hold), and goes with the last.

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
const kFollowers = Symbol('kDependantSignals');
const kSources = Symbol('kSourceSignals');
const kTimeouts = Symbol('kTimeoutSources');
const kWeak = Symbol('kWeakReference');
const kMayNeedKeeping = Symbol('kTimeout');
const customInspect = symbolFor('nodejs.util.inspect.custom');

const listenedTo = new SafeSet();

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
    signal[kMayNeedKeeping] = true;
    const weak = new SafeWeakRef(signal);
    // Never keeps the process alive, nor the signal, unless somebody listens to it.
    setTimeout(() => {
      const target = weak.deref();
      if (target !== undefined) {
        abort(target, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
      }
    }, delay).unref();
    return signal;
  }

  static any(signals) {
    const sources = toSignals(signals);
    const follower = createSignal();
    follower[kMayNeedKeeping] = true;
    const aborted = arrayFind(sources, (source) => source[kAborted]);
    if (aborted !== undefined) {
      follower[kAborted] = true;
      follower[kReason] = aborted[kReason];
      return follower;
    }
    follow(follower, sources);
    return follower;
  }

  [customInspect](depth, options, inspect) {
    return inspectAs(this, { aborted: this.aborted }, depth, options, inspect);
  }

  [kNewListener](size, type) {
    if (this[kMayNeedKeeping] && type === 'abort' && !this[kAborted] && size === 1) listenedTo.add(this);
  }

  [kRemoveListener](size, type) {
    if (this[kMayNeedKeeping] && type === 'abort' && size === 0) listenedTo.delete(this);
  }
}

objectDefineProperty(AbortSignal, 'length', { value: 0, configurable: true });
makeEnumerable(AbortSignal.prototype, ['aborted']);
objectDefineProperty(AbortSignal.prototype, Symbol.toStringTag, { value: 'AbortSignal', configurable: true });
defineEventHandler(AbortSignal.prototype, 'abort');

function inspectAs(self, shown, depth, options, inspect) {
  const name = self.constructor.name;
  if (depth < 0) return self;
  const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${name} ${inspect(shown, inner)}`;
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

const forgotten = new FinalizationRegistry(({ source, weak }) => source.deref()?.[kFollowers]?.delete(weak));

const orphaned = new FinalizationRegistry(({ source, weak }) => {
  const follower = weak.deref();
  follower?.[kSources].delete(source);
  if (follower?.[kSources].size === 0) listenedTo.delete(follower);
});

const weakReference = (signal) => (signal[kWeak] ??= new SafeWeakRef(signal));

// A follower of followers attaches to their sources: the chain stays one link long.
function follow(follower, sources) {
  follower[kSources] = new SafeSet();
  follower[kTimeouts] = new SafeSet();
  for (const source of each(sources)) {
    for (const root of each(source[kSources] ?? [weakReference(source)])) followRoot(follower, root);
  }
}

function followRoot(follower, source) {
  const root = source.deref();
  if (root === undefined || follower[kSources].has(source)) return;
  const weak = weakReference(follower);
  follower[kSources].add(source);
  if (root[kMayNeedKeeping]) follower[kTimeouts].add(root);
  (root[kFollowers] ??= new SafeSet()).add(weak);
  forgotten.register(follower, { source, weak });
  orphaned.register(root, { source, weak });
}

function abort(signal, reason) {
  if (signal[kAborted]) return;
  signal[kAborted] = true;
  signal[kReason] = reason;
  const followers = [];
  for (const weak of each(signal[kFollowers] ?? [])) {
    const follower = weak.deref();
    if (follower === undefined || follower[kAborted]) continue;
    follower[kAborted] = true;
    follower[kReason] = reason;
    arrayPush(followers, follower);
  }
  tell(signal);
  for (const follower of each(followers)) tell(follower);
}

function tell(signal) {
  dispatch(signal, new Event('abort', { [kTrustEvent]: true }));
  listenedTo.delete(signal);
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
objectDefineProperty(AbortController.prototype, Symbol.toStringTag, { value: 'AbortController', configurable: true });

module.exports = { AbortController, AbortSignal, EventTarget, Event, DOMException };
