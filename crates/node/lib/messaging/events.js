'use strict';
// MessageEvent, CloseEvent and ErrorEvent: events with data, with dictionaries as in WebIDL.

const {
  arrayFilter, arrayMap, objectDefineProperty, objectFreeze, objectGetOwnPropertyNames, stringToWellFormed,
} = require('core/intrinsics');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { Event, makeEnumerable } = require('core/event');
const { markInstancesAsUncloneable } = require('core/cloneable');

const constructorError = (name, reason) => new TypeError(`${name} constructor: ${reason}`);

function checkCount(name, count) {
  if (count === 0) throw constructorError(name, '1 argument required, but 0 found.');
}

function dictionary(name, init) {
  if (init === undefined || init === null) return {};
  if (typeof init !== 'object' && typeof init !== 'function') {
    throw constructorError(name, `Expected ${describe(init)} to be one of: Null, Undefined, Object.`);
  }
  return init;
}

function describe(value) {
  if (typeof value === 'symbol') return `Symbol(${value.description})`;
  if (typeof value === 'object' || typeof value === 'function') return require('inspect/inspect').inspect(value);
  return typeof value === 'string' ? `"${value}"` : `${value}`;
}

function checkPort(value, what) {
  const { MessagePort } = require('messaging/port');
  if (!(value instanceof MessagePort)) {
    throw constructorError('MessageEvent', `Expected ${what} ("${replaceIn(describe(value), /^"|"$/g, '')}") to be an instance of MessagePort.`);
  }
  return value;
}

function portsOf(ports) {
  if (ports === undefined) return objectFreeze([]);
  if (typeof ports?.[Symbol.iterator] !== 'function') {
    throw constructorError('MessageEvent', `eventInitDict.ports (${describe(ports)}) is not iterable.`);
  }
  return objectFreeze(arrayMap([...each(ports)], (port, index) => checkPort(port, `eventInitDict.ports[${index}]`)));
}

class MessageEvent extends Event {
  #init;

  constructor(type, eventInitDict = {}) {
    checkCount('MessageEvent', arguments.length);
    const init = dictionary('MessageEvent', eventInitDict);
    super(`${type}`, init);
    const { data = null, origin = '', lastEventId = '', source = null, ports } = init;
    this.#init = {
      data, origin: stringToWellFormed(`${origin}`), lastEventId: `${lastEventId}`,
      source: source === null ? null : checkPort(source, 'eventInitDict.source'), ports: portsOf(ports),
    };
  }

  get data() {
    return MessageEvent.#read(this).data;
  }

  get origin() {
    return MessageEvent.#read(this).origin;
  }

  get lastEventId() {
    return MessageEvent.#read(this).lastEventId;
  }

  get source() {
    return MessageEvent.#read(this).source;
  }

  get ports() {
    return MessageEvent.#read(this).ports;
  }

  initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = '', lastEventId = '', source = null, ports = []) {
    if (arguments.length === 0) throw new TypeError('MessageEvent.initMessageEvent: 1 argument required, but 0 found.');
    MessageEvent.#read(this);
    this.initEvent(type, bubbles, cancelable);
    this.#init = { data, origin: `${origin}`, lastEventId: `${lastEventId}`, source, ports: portsOf(ports) };
  }

  static #read(event) {
    if (event === null || typeof event !== 'object' || !(#init in event)) throw new TypeError('Illegal invocation');
    return event.#init;
  }
}

class CloseEvent extends Event {
  #init;

  constructor(type, eventInitDict = {}) {
    checkCount('CloseEvent', arguments.length);
    const init = dictionary('CloseEvent', eventInitDict);
    super(`${type}`, init);
    const { wasClean = false, code = 0, reason = '' } = init;
    this.#init = { wasClean: Boolean(wasClean), code: Number(code) & 0xffff, reason: stringToWellFormed(`${reason}`) };
  }

  get wasClean() {
    return CloseEvent.#read(this).wasClean;
  }

  get code() {
    return CloseEvent.#read(this).code;
  }

  get reason() {
    return CloseEvent.#read(this).reason;
  }

  static #read(event) {
    if (event === null || typeof event !== 'object' || !(#init in event)) throw new TypeError('Illegal invocation');
    return event.#init;
  }
}

class ErrorEvent extends Event {
  #init;

  constructor(type, eventInitDict = {}) {
    checkCount('ErrorEvent', arguments.length);
    const init = dictionary('ErrorEvent', eventInitDict);
    super(`${type}`, init);
    const { message = '', filename = '', lineno = 0, colno = 0, error = undefined } = init;
    this.#init = { message: `${message}`, filename: `${filename}`, lineno: Number(lineno) >>> 0, colno: Number(colno) >>> 0, error };
  }

  get message() {
    return ErrorEvent.#read(this).message;
  }

  get filename() {
    return ErrorEvent.#read(this).filename;
  }

  get lineno() {
    return ErrorEvent.#read(this).lineno;
  }

  get colno() {
    return ErrorEvent.#read(this).colno;
  }

  get error() {
    return ErrorEvent.#read(this).error;
  }

  static #read(event) {
    if (event === null || typeof event !== 'object' || !(#init in event)) throw new TypeError('Illegal invocation');
    return event.#init;
  }
}

for (const Class of each([MessageEvent, CloseEvent, ErrorEvent])) {
  makeEnumerable(Class.prototype, arrayFilter(objectGetOwnPropertyNames(Class.prototype), (name) => name !== 'constructor'));
  objectDefineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, value: Class.name, configurable: true });
  markInstancesAsUncloneable(Class);
}

// Emitted when a port is closed.
class MessagePortCloseEvent extends Event {
  constructor(type, options) { super(type, options); }
}

module.exports = { MessageEvent, CloseEvent, ErrorEvent, MessagePortCloseEvent };
