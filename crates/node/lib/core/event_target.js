'use strict';

// EventTarget, as in Node.
//
// The listeners of one type form a linked list. The dispatch loop reads `next` *before* it calls a listener: so a listener added
// during a dispatch is reached, unless the last one in the list adds it. That, and an event that stops "being dispatched" after its
// first listener, is what Node 26 does (measured, not read from the DOM standard), and programs see it.

const globals = require('globals');
const { arrayPush, numberIsInteger, objectDefineProperty, objectGetOwnPropertyDescriptor, symbolFor } = require('core/intrinsics');
const { call1, call2 } = require('core/safe/calls');
const { SafeMap } = require('core/safe/collections');
const { each, keysOf } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateAbortSignal, validateObject, kValidateObjectAllowObjects } = require('core/validate');
const {
  CustomEvent, Event, isEvent, makeEnumerable, kInPassiveListener, kIsBeingDispatched, kStopped, kTarget, kType,
} = require('core/event');
const EventEmitter = require('events');

const { kMaxEventTargetListeners, kMaxEventTargetListenersWarned } = EventEmitter;
const kEvents = Symbol('kEvents');
const kHandlers = Symbol('kHandlers');
const kNewListener = Symbol('kNewListener');
const kRemoveListener = Symbol('kRemoveListener');
const kResistStopPropagation = Symbol('kResistStopPropagation');
// A listener added with on(): it gets the value itself, not an event.
const kNodeStyle = Symbol('kIsNodeStyleListener');
// Creates the event for a value, for the other listeners.
const kCreateEvent = Symbol('kCreateEvent');
const customInspect = symbolFor('nodejs.util.inspect.custom');

class Listener {
  constructor(listener, options) {
    this.listener = listener;
    this.once = options.once;
    this.capture = options.capture;
    this.passive = options.passive;
    this.resistsStopPropagation = options.resist;
    this.nodeStyle = options.nodeStyle;
    this.removed = false;
    this.next = undefined;
    this.previous = undefined;
    this.callback = typeof listener === 'function' ? listener : callbackOf(listener);
  }

  matches(listener, capture) {
    return this.listener === listener && this.capture === capture;
  }

  remove() {
    if (this.previous !== undefined) this.previous.next = this.next;
    if (this.next !== undefined) this.next.previous = this.previous;
    this.removed = true;
  }
}

// The handleEvent of an object is looked up at every dispatch, and runs like an async function: an exception becomes a rejection.
function callbackOf(listener) {
  return async (...values) => {
    if (listener.handleEvent) await listener.handleEvent(...each(values));
  };
}

function checkTarget(value) {
  if (!isEventTarget(value)) throw new codes.ERR_INVALID_THIS('EventTarget');
}

function isEventTarget(value) {
  return value?.constructor !== undefined && value[kMaxEventTargetListenersWarned] !== undefined;
}

const DEFAULTS = { once: false, capture: false, passive: false, signal: undefined, resist: false, nodeStyle: false };
const CAPTURING = { once: false, capture: true, passive: false, signal: undefined, resist: false, nodeStyle: false };

function readOptions(options) {
  if (options == null) return DEFAULTS;
  if (typeof options === 'boolean') return options ? CAPTURING : DEFAULTS;
  validateObject(options, 'options', kValidateObjectAllowObjects);
  return {
    once: Boolean(options.once),
    capture: Boolean(options.capture),
    passive: Boolean(options.passive),
    signal: options.signal,
    resist: options[kResistStopPropagation] ?? false,
    nodeStyle: options[kNodeStyle] === true,
  };
}

// Returns false for null and undefined.
function isListener(listener) {
  if (typeof listener === 'function' || (typeof listener === 'object' && listener !== null)) return true;
  if (listener == null) return false;
  throw new codes.ERR_INVALID_ARG_TYPE('listener', 'EventListener', listener);
}

// Returns true if there is something to add; otherwise emits a warning.
function isUsableListener(listener, type, target) {
  if (isListener(listener)) return true;
  const warning = new Error(`addEventListener called with ${listener} which has no effect.`);
  warning.name = 'AddEventListenerArgumentTypeWarning';
  warning.target = target;
  warning.type = type;
  globals.process.emitWarning(warning);
  return false;
}

class EventTarget {
  constructor() {
    initialize(this);
  }

  addEventListener(type, listener, options = undefined) {
    checkTarget(this);
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('type', 'listener');
    const parsed = readOptions(options);
    if (parsed.signal !== undefined) {
      if (parsed.signal === null) throw new codes.ERR_INVALID_ARG_TYPE('options.signal', 'AbortSignal', null);
      validateAbortSignal(parsed.signal, 'options.signal');
    }
    if (!isUsableListener(listener, type, this)) return;
    type = `${type}`;
    if (parsed.signal) {
      if (parsed.signal.aborted) return;
      parsed.signal.addEventListener('abort', () => this.removeEventListener(type, listener, options),
        { once: true, [kResistStopPropagation]: true });
    }
    append(this, type, listener, parsed);
  }

  removeEventListener(type, listener, options = undefined) {
    checkTarget(this);
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('type', 'listener');
    if (!isListener(listener)) return;
    type = `${type}`;
    const capture = typeof options === 'boolean' ? options : Boolean(options?.capture);
    const root = this[kEvents]?.get(type);
    for (let handler = root?.next; handler !== undefined; handler = handler.next) {
      if (handler.matches(listener, capture)) {
        unlink(this, root, handler, type);
        break;
      }
    }
  }

  dispatchEvent(event) {
    checkTarget(this);
    if (arguments.length < 1) throw new codes.ERR_MISSING_ARGS('event');
    if (!isEvent(event)) throw new codes.ERR_INVALID_ARG_TYPE('event', 'Event', event);
    if (event[kIsBeingDispatched]) throw new codes.ERR_EVENT_RECURSION(event[kType]);
    dispatch(this, event);
    return event.defaultPrevented !== true;
  }

  // Called with the first listener and after the last: AbortSignal keeps itself alive in between.
  [kNewListener](_size, _type) {}

  [kRemoveListener](_size, _type) {}

  [customInspect](depth, options, inspect) {
    const name = this.constructor.name;
    if (depth < 0) return name;
    const inner = { ...options, depth: numberIsInteger(options.depth) ? options.depth - 1 : options.depth };
    return `${name} ${inspect({}, inner)}`;
  }
}

makeEnumerable(EventTarget.prototype, ['addEventListener', 'removeEventListener', 'dispatchEvent']);
objectDefineProperty(EventTarget.prototype, Symbol.toStringTag, { __proto__: null, value: 'EventTarget', configurable: true });
objectDefineProperty(EventTarget.prototype.addEventListener, 'length', { __proto__: null, value: 2 });

function initialize(target) {
  // The maps are created with the first listener and handler.
  target[kEvents] = undefined;
  target[kMaxEventTargetListeners] = EventEmitter.defaultMaxListeners;
  target[kMaxEventTargetListenersWarned] = false;
  target[kHandlers] = undefined;
}

function append(target, type, listener, parsed) {
  const events = target[kEvents] ??= new SafeMap();
  let root = events.get(type);
  if (root === undefined) {
    root = { size: 0, next: undefined };
    events.set(type, root);
  }
  let last = root;
  for (let handler = root.next; handler !== undefined; handler = handler.next) {
    if (handler.matches(listener, parsed.capture)) return;
    last = handler;
  }
  const handler = new Listener(listener, parsed);
  last.next = handler;
  handler.previous = last;
  root.size++;
  target[kNewListener](root.size, type);
  warnAboutLeak(target, root, type);
}

function unlink(target, root, handler, type) {
  handler.remove();
  root.size--;
  if (root.size === 0) target[kEvents].delete(type);
  target[kRemoveListener](root.size, type);
}

function warnAboutLeak(target, root, type) {
  const limit = target[kMaxEventTargetListeners] ?? EventEmitter.defaultMaxListeners;
  if (limit === 0 || root.size <= limit || target[kMaxEventTargetListenersWarned]) return;
  target[kMaxEventTargetListenersWarned] = true;
  const inspected = require('inspect/inspect').inspect(target, { depth: -1 });
  const warning = new Error(
    `Possible EventTarget memory leak detected. ${root.size} ${type} listeners added to ${inspected}. ` +
    `MaxListeners is ${limit}. Use events.setMaxListeners() to increase limit`);
  warning.name = 'MaxListenersExceededWarning';
  warning.target = target;
  warning.type = type;
  warning.count = root.size;
  globals.process.emitWarning(warning);
}

// Passes the value to listeners added with on(), and an event, created on demand, to the others.
function hybridDispatch(target, value, type) {
  const root = target[kEvents]?.get(type);
  let event;
  let handler = root?.next;
  while (handler !== undefined) {
    const { next } = handler;
    if (!handler.removed && (event?.[kStopped] !== true || handler.resistsStopPropagation)) {
      if (handler.once) unlink(target, root, handler, type);
      if (!handler.nodeStyle && event === undefined) {
        event = target[kCreateEvent](value, type);
        event[kTarget] = target;
      }
      if (event !== undefined) event[kIsBeingDispatched] = true;
      call(target, handler, event, handler.nodeStyle ? value : event);
    }
    handler = next;
  }
  if (event !== undefined) event[kIsBeingDispatched] = false;
}

function dispatch(target, event) {
  event[kTarget] = target;
  event[kIsBeingDispatched] = true;
  const type = event[kType];
  const root = target[kEvents]?.get(type);
  let handler = root?.next;
  while (handler !== undefined) {
    const { next } = handler;
    if (!handler.removed && (event[kStopped] !== true || handler.resistsStopPropagation)) {
      if (handler.once) unlink(target, root, handler, type);
      call(target, handler, event, event);
    }
    handler = next;
  }
  event[kIsBeingDispatched] = false;
}

// An exception or rejection of a listener is an uncaught exception on the next tick; the others still run.
function call(target, handler, event, value) {
  try {
    if (event !== undefined) event[kInPassiveListener] = handler.passive;
    const result = call1(handler.callback, target, value);
    if (event !== undefined) event[kIsBeingDispatched] = false;
    if (result !== undefined && result !== null) throwRejection(result);
  } catch (error) {
    globals.process.nextTick(rethrow, error);
  } finally {
    if (event !== undefined) event[kInPassiveListener] = false;
  }
}

function throwRejection(promise) {
  const { then } = promise;
  if (typeof then === 'function') {
    call2(then, promise, undefined, (error) => globals.process.nextTick(rethrow, error));
  }
}

function rethrow(error) {
  throw error;
}

function listenersOf(target, type) {
  const listeners = [];
  for (let handler = target[kEvents]?.get(`${type}`)?.next; handler !== undefined; handler = handler.next) {
    arrayPush(listeners, handler.listener);
  }
  return listeners;
}

const eventTypes = (target) => (target[kEvents] === undefined ? [] : keysOf(target[kEvents]));
const listenerCount = (target, type) => target[kEvents]?.get(type)?.size ?? 0;

function removeListeners(target, type) {
  if (type === undefined) target[kEvents]?.clear();
  else target[kEvents]?.delete(String(type));
}

// `target.onNAME = handler`: one slot per name, at the position where it was first set.
function defineEventHandler(prototype, name) {
  const property = `on${name}`;
  const { get, set } = objectGetOwnPropertyDescriptor(handlerProperty(name, property), property);
  objectDefineProperty(prototype, property, { __proto__: null, get, set, enumerable: true, configurable: true });
}

// An object literal, so that the accessors have the property's name.
function handlerProperty(name, property) {
  return {
    get [property]() {
      checkTarget(this);
      const handler = this[kHandlers]?.get(name)?.handler;
      return typeof handler === 'function' ? handler : null;
    },
    set [property](value) {
      checkTarget(this);
      const handlers = this[kHandlers] ??= new SafeMap();
      const slot = handlers.get(name);
      if (slot !== undefined) {
        slot.handler = value;
        if (typeof value !== 'function') {
          this.removeEventListener(name, slot.listener);
          handlers.delete(name);
        }
        return;
      }
      const listener = function (event) {
        const { handler } = created;
        return typeof handler === 'function' ? call1(handler, this, event) : undefined;
      };
      const created = { handler: value, listener };
      handlers.set(name, created);
      if (typeof value === 'function') this.addEventListener(name, listener);
    },
  };
}

module.exports = {
  EventTarget,
  Event,
  CustomEvent,
  isEventTarget,
  listenersOf,
  dispatch,
  defineEventHandler,
  eventTypes,
  hybridDispatch,
  listenerCount,
  removeListeners,
  kCreateEvent,
  kNodeStyle,
  kNewListener,
  kRemoveListener,
  kResistStopPropagation,
};
