'use strict';

// Event and CustomEvent. core/event_target dispatches; both use the symbols below.

const { arrayFilter, numberIsInteger, objectDefineProperty, objectGetOwnPropertyNames, symbolFor } = require('core/intrinsics');
const { SafeWeakSet } = require('core/safe/collections');
const { each, entriesOf } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateObject } = require('core/validate');

const kType = Symbol('type');
const kTarget = Symbol('kTarget');
const kIsBeingDispatched = Symbol('kIsBeingDispatched');
const kInPassiveListener = Symbol('kInPassiveListener');
const kStopped = Symbol('kStop');
const kTrustEvent = Symbol('kTrustEvent');
const customInspect = symbolFor('nodejs.util.inspect.custom');

const { monotonic } = binding('process');
const trusted = new SafeWeakSet();

function isEvent(value) {
  return typeof value?.[kType] === 'string';
}

function checkEvent(value) {
  if (!isEvent(value)) throw new codes.ERR_INVALID_THIS('Event');
}

class Event {
  #cancelable = false;
  #bubbles = false;
  #composed = false;
  #defaultPrevented = false;
  #timestamp = monotonic() / 1e6;
  #propagationStopped = false;

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    if (options != null) {
      validateObject(options, 'options');
      this.#bubbles = !!options.bubbles;
      this.#cancelable = !!options.cancelable;
      this.#composed = !!options.composed;
    }
    this[kType] = `${type}`;
    this[kTarget] = null;
    this[kIsBeingDispatched] = false;
    this[kInPassiveListener] = false;
    if (options?.[kTrustEvent]) trusted.add(this);
  }

  initEvent(type, bubbles = false, cancelable = false) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    if (this[kIsBeingDispatched]) return;
    this[kType] = `${type}`;
    this.#bubbles = !!bubbles;
    this.#cancelable = !!cancelable;
  }

  [customInspect](depth, options, inspect) {
    checkEvent(this);
    const name = this.constructor.name;
    if (depth < 0) return name;
    const inner = { ...options, depth: numberIsInteger(options.depth) ? options.depth - 1 : options.depth };
    return `${name} ${inspect({
      type: this[kType],
      defaultPrevented: this.#defaultPrevented,
      cancelable: this.#cancelable,
      timeStamp: this.#timestamp,
    }, inner)}`;
  }

  stopImmediatePropagation() {
    checkEvent(this);
    this.stopPropagation();
    this[kStopped] = true;
  }

  preventDefault() {
    checkEvent(this);
    if (!this[kInPassiveListener]) this.#defaultPrevented = true;
  }

  get target() {
    checkEvent(this);
    return this[kTarget];
  }

  get currentTarget() {
    checkEvent(this);
    return this[kIsBeingDispatched] ? this[kTarget] : null;
  }

  get srcElement() {
    checkEvent(this);
    return this[kTarget];
  }

  get type() {
    checkEvent(this);
    return this[kType];
  }

  get cancelable() {
    checkEvent(this);
    return this.#cancelable;
  }

  get defaultPrevented() {
    checkEvent(this);
    return this.#cancelable && this.#defaultPrevented;
  }

  get timeStamp() {
    checkEvent(this);
    return this.#timestamp;
  }

  composedPath() {
    checkEvent(this);
    return this[kIsBeingDispatched] ? [this[kTarget]] : [];
  }

  get returnValue() {
    checkEvent(this);
    return !this.#cancelable || !this.#defaultPrevented;
  }

  set returnValue(value) {
    checkEvent(this);
    if (!value) this.preventDefault();
  }

  get bubbles() {
    checkEvent(this);
    return this.#bubbles;
  }

  get composed() {
    checkEvent(this);
    return this.#composed;
  }

  get eventPhase() {
    checkEvent(this);
    return this[kIsBeingDispatched] ? Event.AT_TARGET : Event.NONE;
  }

  get cancelBubble() {
    checkEvent(this);
    return this.#propagationStopped;
  }

  set cancelBubble(value) {
    checkEvent(this);
    if (value) this.#propagationStopped = true;
  }

  stopPropagation() {
    checkEvent(this);
    this.#propagationStopped = true;
  }

  get isTrusted() {
    return trusted.has(this);
  }
}

function makeEnumerable(prototype, names) {
  for (const name of each(names)) objectDefineProperty(prototype, name, { __proto__: null, enumerable: true });
}

makeEnumerable(Event.prototype, arrayFilter(objectGetOwnPropertyNames(Event.prototype), (name) => name !== 'constructor'));
objectDefineProperty(Event.prototype, 'isTrusted', { __proto__: null, configurable: false });
objectDefineProperty(Event.prototype, Symbol.toStringTag, { __proto__: null, value: 'Event', configurable: true });
for (const { 0: index, 1: phase } of each(entriesOf(['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE']))) {
  objectDefineProperty(Event, phase, { __proto__: null, value: index, enumerable: true });
}

class CustomEvent extends Event {
  #detail;

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    if (!(#detail in this)) throw new codes.ERR_INVALID_THIS('CustomEvent');
    return this.#detail;
  }
}

makeEnumerable(CustomEvent.prototype, ['detail']);
objectDefineProperty(CustomEvent.prototype, Symbol.toStringTag, { __proto__: null, value: 'CustomEvent', configurable: true });

module.exports = {
  Event,
  CustomEvent,
  isEvent,
  makeEnumerable,
  kType,
  kTarget,
  kIsBeingDispatched,
  kInPassiveListener,
  kStopped,
  kTrustEvent,
};
