'use strict';

// EventEmitter.
//
// Storage: `_events` maps a name to undefined, to one function, or to an array. Most names have one listener, and a single function
// is called without an array. An array is not modified while it is iterated: adding or removing meanwhile replaces it by a modified
// copy (`kEmitting` counts the iterations), so emit() sees the list as it was when it began.
//
// emit() calls with fixed argument counts: JavaScriptCore then allocates neither an arguments object nor a rest array on the common
// paths.

const globals = require('globals');
const {
  arrayFilter, arrayMap, arrayPush, arraySlice, arraySplice, arrayUnshift, objectDefineProperties, objectDefineProperty,
  objectGetPrototypeOf, reflectOwnKeys, symbolFor,
} = require('core/intrinsics');
const { applyOn, call0, call1, call2, call3 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateBoolean, validateFunction, validateNumber } = require('core/validate');

const kCapture = Symbol('kCapture');
const kShapeMode = Symbol('shapeMode');
const kEmitting = Symbol('events.emitting');
const kErrorMonitor = Symbol('events.errorMonitor');
const kRejection = symbolFor('nodejs.rejection');
const kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
const kMaxEventTargetListenersWarned = Symbol('events.maxEventTargetListenersWarned');

// Set on an error without a listener: where and by which emitter it was emitted (read by events/emitted_at).
const kEmittedAt = symbolFor('hexloop.emittedAt');

let defaultMaxListeners = 10;

function EventEmitter(opts) {
  call1(EventEmitter.init, this, opts);
}

module.exports = EventEmitter;

EventEmitter.addAbortListener = function addAbortListener(signal, listener) {
  return require('events/abort_listener').addAbortListener(signal, listener);
};
EventEmitter.once = async function once(emitter, name, options = {}) {
  return require('events/once').once(emitter, name, options);
};
EventEmitter.on = function on(emitter, event, options = {}) {
  return require('events/on').on(emitter, event, options);
};
EventEmitter.getEventListeners = getEventListeners;
EventEmitter.getMaxListeners = getMaxListeners;
EventEmitter.listenerCount = function listenerCount(emitterOrTarget, type) {
  return countListeners(emitterOrTarget, type);
};
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;
objectDefineProperty(EventEmitter, 'captureRejections', {
  __proto__: null,
  get() {
    return EventEmitter.prototype[kCapture];
  },
  set(value) {
    validateBoolean(value, 'EventEmitter.captureRejections');
    // On the prototype: it also applies to emitters whose constructor never ran.
    EventEmitter.prototype[kCapture] = value;
  },
  enumerable: true,
});
objectDefineProperty(EventEmitter, 'EventEmitterAsyncResource', {
  __proto__: null,
  get: function lazyEventEmitterAsyncResource() {
    return require('events/async_resource').EventEmitterAsyncResource;
  },
  enumerable: true,
  configurable: true,
});
EventEmitter.errorMonitor = kErrorMonitor;

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;

objectDefineProperty(EventEmitter.prototype, kCapture, { __proto__: null, value: false, writable: true, enumerable: false });

objectDefineProperties(EventEmitter, {
  defaultMaxListeners: {
    __proto__: null,
    get() {
      return defaultMaxListeners;
    },
    set(count) {
      validateNumber(count, 'defaultMaxListeners', 0);
      defaultMaxListeners = count;
    },
    enumerable: true,
  },
  kMaxEventTargetListeners: { __proto__: null, value: kMaxEventTargetListeners },
  kMaxEventTargetListenersWarned: { __proto__: null, value: kMaxEventTargetListenersWarned },
});

const isEventTarget = (value) => require('core/event_target').isEventTarget(value);

const setMaxListenersOf = function (count = defaultMaxListeners, ...emitters) {
  validateNumber(count, 'setMaxListeners', 0);
  if (emitters.length === 0) {
    defaultMaxListeners = count;
    return;
  }
  for (const target of each(emitters)) {
    if (isEventTarget(target)) {
      target[kMaxEventTargetListeners] = count;
      target[kMaxEventTargetListenersWarned] = false;
    } else if (typeof target.setMaxListeners === 'function') {
      target.setMaxListeners(count);
    } else {
      throw new codes.ERR_INVALID_ARG_TYPE('eventTargets', ['EventEmitter', 'EventTarget'], target);
    }
  }
};
EventEmitter.setMaxListeners = setMaxListenersOf;
objectDefineProperty(EventEmitter.setMaxListeners, 'name', { __proto__: null, value: '', configurable: true });

const initialize = function (opts) {
  const events = this._events;
  if (events === undefined || events === objectGetPrototypeOf(this)._events) {
    this._events = { __proto__: null };
    this._eventsCount = 0;
    this[kShapeMode] = false;
  } else {
    this[kShapeMode] = true;
  }
  this._maxListeners ||= undefined;
  if (opts?.captureRejections) {
    validateBoolean(opts.captureRejections, 'options.captureRejections');
    this[kCapture] = true;
  } else {
    this[kCapture] = EventEmitter.prototype[kCapture];
  }
};
EventEmitter.init = initialize;
objectDefineProperty(EventEmitter.init, 'name', { __proto__: null, value: '', configurable: true });

EventEmitter.prototype.setMaxListeners = function setMaxListeners(n) {
  validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};

const maxListenersOf = (emitter) => (emitter._maxListeners === undefined ? defaultMaxListeners : emitter._maxListeners);

EventEmitter.prototype.getMaxListeners = function getMaxListeners() {
  return maxListenersOf(this);
};

EventEmitter.prototype.emit = function emit(type) {
  const events = this._events;
  if (type === 'error' && !hasErrorListener(this, events, arguments)) return false;
  if (events === undefined) return false;
  const handler = events[type];
  if (handler === undefined) return false;

  if (typeof handler === 'function') {
    let result;
    switch (arguments.length) {
      case 1:
        result = call0(handler, this);
        break;
      case 2:
        result = call1(handler, this, arguments[1]);
        break;
      case 3:
        result = call2(handler, this, arguments[1], arguments[2]);
        break;
      case 4:
        result = call3(handler, this, arguments[1], arguments[2], arguments[3]);
        break;
      default:
        result = applyOn(handler, this, arraySlice(arguments, 1));
    }
    if (result !== undefined && result !== null && this[kCapture]) captureRejection(this, result, type, arguments);
    return true;
  }
  emitToAll(this, handler, type, arguments);
  return true;
};

function emitToAll(emitter, listeners, type, args) {
  // Few arguments are passed one by one, as above.
  const values = args.length > 4 ? arraySlice(args, 1) : undefined;
  const { length } = listeners;
  listeners[kEmitting]++;
  try {
    for (let i = 0; i < length; i++) {
      const result = callListener(listeners[i], emitter, args, values);
      if (result !== undefined && result !== null && emitter[kCapture]) captureRejection(emitter, result, type, args);
    }
  } finally {
    listeners[kEmitting]--;
  }
}

function callListener(listener, emitter, args, values) {
  switch (args.length) {
    case 1:
      return call0(listener, emitter);
    case 2:
      return call1(listener, emitter, args[1]);
    case 3:
      return call2(listener, emitter, args[1], args[2]);
    case 4:
      return call3(listener, emitter, args[1], args[2], args[3]);
    default:
      return applyOn(listener, emitter, values);
  }
}

// Returns an array that may be modified: a copy, put in its place, while the original is iterated.
function mutableListeners(events, type, listeners) {
  if (!(listeners[kEmitting] > 0)) return listeners;
  const copy = sliceOf(listeners);
  copy[kEmitting] = 0;
  if (listeners.warned) copy.warned = true;
  events[type] = copy;
  return copy;
}

// An 'error' without a listener is thrown. Returns true if there is one.
function hasErrorListener(emitter, events, args) {
  if (events !== undefined) {
    if (events[kErrorMonitor] !== undefined) emitter.emit(kErrorMonitor, ...each(arraySlice(args, 1)));
    if (events.error !== undefined) return true;
  }
  const error = args[1];
  if (error instanceof Error) {
    try {
      const emission = { at: new Error(), name: emitter.constructor?.name };
      objectDefineProperty(error, kEmittedAt, { __proto__: null, value: emission, configurable: true });
    } catch {
      // A frozen error is thrown as it is.
    }
    throw error; // Unhandled 'error' event
  }
  let inspected;
  try {
    inspected = require('inspect/inspect').inspect(error);
  } catch {
    inspected = error;
  }
  const unhandled = new codes.ERR_UNHANDLED_ERROR(inspected);
  unhandled.context = error;
  throw unhandled; // Unhandled 'error' event
}

// captureRejections: a listener's rejected promise becomes an 'error' event.
function captureRejection(emitter, promise, type, args) {
  const values = arraySlice(args, 1);
  try {
    const { then } = promise;
    if (typeof then === 'function') {
      call2(then, promise, undefined, (error) => {
        // On the next tick, so that a throwing handler is an uncaught exception and not another rejection.
        globals.process.nextTick(reportRejection, emitter, error, type, values);
      });
    }
  } catch (error) {
    emitter.emit('error', error);
  }
}

function reportRejection(emitter, error, type, values) {
  if (typeof emitter[kRejection] === 'function') {
    emitter[kRejection](error, type, ...each(values));
    return;
  }
  // Capture is off meanwhile: a rejecting 'error' listener would otherwise loop forever.
  const before = emitter[kCapture];
  try {
    emitter[kCapture] = false;
    emitter.emit('error', error);
  } finally {
    emitter[kCapture] = before;
  }
}

function checkListener(listener) {
  validateFunction(listener, 'listener');
}

function add(emitter, type, listener, first) {
  checkListener(listener);
  let events = emitter._events;
  let existing;
  if (events === undefined) {
    events = emitter._events = { __proto__: null };
    emitter._eventsCount = 0;
  } else {
    if (events.newListener !== undefined) {
      emitter.emit('newListener', type, listener.listener ?? listener);
      // The 'newListener' handler may have replaced the table.
      events = emitter._events;
    }
    existing = events[type];
  }

  if (existing === undefined) {
    events[type] = listener;
    ++emitter._eventsCount;
    return emitter;
  }
  if (typeof existing === 'function') {
    existing = events[type] = first ? [listener, existing] : [existing, listener];
    existing[kEmitting] = 0;
  } else {
    existing = mutableListeners(events, type, existing);
    if (first) arrayUnshift(existing, listener);
    else arrayPush(existing, listener);
  }
  const limit = maxListenersOf(emitter);
  if (limit > 0 && existing.length > limit && !existing.warned) warnAboutLeak(emitter, type, existing);
  return emitter;
}

function warnAboutLeak(emitter, type, existing) {
  existing.warned = true;
  const inspected = require('inspect/inspect').inspect(emitter, { depth: -1 });
  const warning = new Error(
    `Possible EventEmitter memory leak detected. ${existing.length} ${String(type)} listeners added to ${inspected}. ` +
    `MaxListeners is ${maxListenersOf(emitter)}. Use emitter.setMaxListeners() to increase limit`);
  warning.name = 'MaxListenersExceededWarning';
  warning.emitter = emitter;
  warning.type = type;
  warning.count = existing.length;
  globals.process.emitWarning(warning);
}

EventEmitter.prototype.addListener = function addListener(type, listener) {
  return add(this, type, listener, false);
};
EventEmitter.prototype.on = EventEmitter.prototype.addListener;

EventEmitter.prototype.prependListener = function prependListener(type, listener) {
  return add(this, type, listener, true);
};

// A listener that removes itself before it runs; `.listener` is the original function.
function onceWrapper(emitter, type, listener) {
  let fired = false;
  function wrapper() {
    if (fired) return undefined;
    // Set first: a 'removeListener' listener may throw, and this one must not run again.
    fired = true;
    emitter.removeListener(type, wrapper);
    switch (arguments.length) {
      case 0: return call0(listener, emitter);
      case 1: return call1(listener, emitter, arguments[0]);
      case 2: return call2(listener, emitter, arguments[0], arguments[1]);
      default: return applyOn(listener, emitter, arguments);
    }
  }
  wrapper.listener = listener;
  return wrapper;
}

EventEmitter.prototype.once = function once(type, listener) {
  checkListener(listener);
  this.on(type, onceWrapper(this, type, listener));
  return this;
};

EventEmitter.prototype.prependOnceListener = function prependOnceListener(type, listener) {
  checkListener(listener);
  this.prependListener(type, onceWrapper(this, type, listener));
  return this;
};

EventEmitter.prototype.removeListener = function removeListener(type, listener) {
  checkListener(listener);
  const events = this._events;
  if (events === undefined) return this;
  const list = events[type];
  if (list === undefined) return this;

  if (list === listener || list.listener === listener) {
    removeName(this, events, type);
    if (events.removeListener !== undefined) this.emit('removeListener', type, list.listener || listener);
  } else if (typeof list !== 'function') {
    // The listener that was added last is removed first.
    let position = list.length - 1;
    while (position >= 0 && list[position] !== listener && list[position].listener !== listener) position--;
    if (position < 0) return this;
    const changed = mutableListeners(events, type, list);
    arraySplice(changed, position, 1);
    if (changed.length === 1) events[type] = changed[0];
    if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
  }
  return this;
};
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

function removeName(emitter, events, type) {
  emitter._eventsCount -= 1;
  if (emitter[kShapeMode]) {
    events[type] = undefined;
  } else if (emitter._eventsCount === 0) {
    emitter._events = { __proto__: null };
  } else {
    dropName(emitter, events, type);
  }
}

// A table that shrinks and grows becomes a dictionary, where adding and deleting take 70 ns. Before that, every fourth time, a small
// one is replaced by a copy: 8 ns.
const SMALL_TABLE = 8;
let dropped = 0;

function dropName(emitter, events, type) {
  if ((++dropped & 3) !== 0 || emitter._eventsCount > SMALL_TABLE) {
    delete events[type];
    return;
  }
  const names = reflectOwnKeys(events);
  const copy = { __proto__: null };
  for (let i = 0; i < names.length; i++) if (names[i] !== type) copy[names[i]] = events[names[i]];
  // For an emit() that has read the table.
  events[type] = undefined;
  emitter._events = copy;
}

EventEmitter.prototype.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;

  if (events.removeListener === undefined) {
    if (arguments.length === 0) {
      this._events = { __proto__: null };
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      if (--this._eventsCount === 0) this._events = { __proto__: null };
      else dropName(this, events, type);
    }
    this[kShapeMode] = false;
    return this;
  }

  // With 'removeListener' listeners every removal is emitted, their own last.
  if (arguments.length === 0) {
    for (const name of each(reflectOwnKeys(events))) {
      if (name !== 'removeListener') this.removeAllListeners(name);
    }
    this.removeAllListeners('removeListener');
    this._events = { __proto__: null };
    this._eventsCount = 0;
    this[kShapeMode] = false;
    return this;
  }
  const listeners = events[type];
  if (typeof listeners === 'function') {
    this.removeListener(type, listeners);
  } else if (listeners !== undefined) {
    for (let i = listeners.length - 1; i >= 0; i--) this.removeListener(type, listeners[i]);
  }
  return this;
};

function listenersOf(emitter, type, unwrap) {
  const listeners = emitter._events?.[type];
  if (listeners === undefined) return [];
  const list = typeof listeners === 'function' ? [listeners] : sliceOf(listeners);
  return unwrap ? arrayMap(list, (listener) => listener.listener || listener) : list;
}

EventEmitter.prototype.listeners = function listeners(type) {
  return listenersOf(this, type, true);
};

EventEmitter.prototype.rawListeners = function rawListeners(type) {
  return listenersOf(this, type, false);
};

EventEmitter.prototype.listenerCount = function listenerCount(type, listener) {
  const listeners = this._events?.[type];
  if (listeners === undefined) return 0;
  const matches = (each) => each === listener || each.listener === listener;
  if (typeof listeners === 'function') return listener != null && !matches(listeners) ? 0 : 1;
  return listener != null ? arrayFilter(listeners, matches).length : listeners.length;
};

EventEmitter.prototype.eventNames = function eventNames() {
  return this._eventsCount > 0 ? reflectOwnKeys(this._events) : [];
};

// The static functions, which also accept an EventTarget.

function notAnEmitter(value) {
  return new codes.ERR_INVALID_ARG_TYPE('emitter', ['EventEmitter', 'EventTarget'], value);
}

function getEventListeners(emitterOrTarget, type) {
  if (typeof emitterOrTarget.listeners === 'function') return emitterOrTarget.listeners(type);
  if (isEventTarget(emitterOrTarget)) return require('core/event_target').listenersOf(emitterOrTarget, type);
  throw notAnEmitter(emitterOrTarget);
}

function getMaxListeners(emitterOrTarget) {
  if (typeof emitterOrTarget?.getMaxListeners === 'function') return maxListenersOf(emitterOrTarget);
  if (isEventTarget(emitterOrTarget)) return emitterOrTarget[kMaxEventTargetListeners] ?? defaultMaxListeners;
  throw notAnEmitter(emitterOrTarget);
}

function countListeners(emitterOrTarget, type) {
  if (typeof emitterOrTarget.listenerCount === 'function') return emitterOrTarget.listenerCount(type);
  if (isEventTarget(emitterOrTarget)) return require('core/event_target').listenersOf(emitterOrTarget, type).length;
  throw notAnEmitter(emitterOrTarget);
}

// `process instanceof EventEmitter` is true from here on.
if (require.has('process/emitter')) require('process/emitter').becomeEmitter();
