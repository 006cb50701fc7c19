'use strict';
// NodeEventTarget: an EventTarget with the common methods of an EventEmitter, like MessagePort.

const { validateString } = require('core/validate');
const {
  CustomEvent, EventTarget, eventTypes, hybridDispatch, isEventTarget, listenerCount, removeListeners, kCreateEvent, kNodeStyle,
} = require('core/event_target');
const { makeEnumerable } = require('core/event');
const { codes } = require('core/errors');
const EventEmitter = require('events');

const { kMaxEventTargetListeners } = EventEmitter;

function check(self) {
  if (!isEventTarget(self)) throw new codes.ERR_INVALID_THIS('NodeEventTarget');
}

class NodeEventTarget extends EventTarget {
  constructor() { super(); }

  setMaxListeners(n) {
    check(this);
    EventEmitter.setMaxListeners(n, this);
  }

  getMaxListeners() {
    check(this);
    return this[kMaxEventTargetListeners] ?? EventEmitter.defaultMaxListeners;
  }

  eventNames() {
    check(this);
    return eventTypes(this);
  }

  listenerCount(type) {
    check(this);
    return listenerCount(this, String(type));
  }

  off(type, listener, options) {
    check(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  removeListener(type, listener, options) {
    check(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  on(type, listener) {
    check(this);
    this.addEventListener(type, listener, { [kNodeStyle]: true });
    return this;
  }

  addListener(type, listener) {
    check(this);
    this.addEventListener(type, listener, { [kNodeStyle]: true });
    return this;
  }

  emit(type, arg) {
    check(this);
    validateString(type, 'type');
    const hasListeners = listenerCount(this, type) > 0;
    hybridDispatch(this, arg, type);
    return hasListeners;
  }

  once(type, listener) {
    check(this);
    this.addEventListener(type, listener, { once: true, [kNodeStyle]: true });
    return this;
  }

  // The event that addEventListener() listeners get for an emitted value.
  [kCreateEvent](value, type) {
    return new CustomEvent(type, { detail: value });
  }

  removeAllListeners(type) {
    check(this);
    removeListeners(this, type);
    return this;
  }
}

makeEnumerable(NodeEventTarget.prototype, ['setMaxListeners', 'getMaxListeners', 'eventNames', 'listenerCount', 'off',
  'removeListener', 'on', 'addListener', 'emit', 'once', 'removeAllListeners']);

module.exports = { NodeEventTarget };
