'use strict';
// structuredClone: a copy of data, with its cycles and shared parts.

const { codes } = require('core/errors');
const { types } = require('util');

const ERRORS = { __proto__: null, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

function refuse(message) {
  const { DOMException } = require('core/dom_exception');
  return new DOMException(message, 'DataCloneError');
}

// How V8 names what cannot be cloned.
function shown(value) {
  if (typeof value === 'function') return Function.prototype.toString.call(value);
  if (typeof value === 'symbol') return String(value);
  if (types.isGeneratorObject(value)) return '[object Generator]';
  return `#<${types.isProxy(value) ? 'Object' : value.constructor?.name ?? 'Object'}>`;
}

const uncloneable = (value) => refuse(`${shown(value)} could not be cloned.`);

class Cloning {
  #known = new Map();

  constructor(transferred) {
    for (const [from, to] of transferred) this.#known.set(from, to);
  }

  clone(value) {
    if (typeof value === 'function' || typeof value === 'symbol') throw uncloneable(value);
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    return this.#object(value);
  }

  #note(from, to) {
    this.#known.set(from, to);
    return to;
  }

  #object(value) {
    if (types.isProxy(value) || types.isArgumentsObject(value)) throw uncloneable(value);
    if (Array.isArray(value)) return this.#properties(value, this.#note(value, new Array(value.length)));
    if (types.isBoxedPrimitive(value)) return this.#note(value, boxed(value));
    if (types.isDate(value)) return this.#note(value, new Date(Date.prototype.getTime.call(value)));
    if (types.isRegExp(value)) return this.#note(value, new RegExp(value.source, value.flags));
    if (types.isAnyArrayBuffer(value)) return this.#note(value, copyOfBuffer(value));
    if (ArrayBuffer.isView(value)) return this.#view(value);
    if (types.isMap(value)) return this.#map(value);
    if (types.isSet(value)) return this.#set(value);
    if (types.isNativeError(value)) return this.#error(value);
    if (isPlatformObject(value)) throw refuse('Cannot clone object of unsupported type.');
    if (isOther(value)) throw uncloneable(value);
    return this.#properties(value, this.#note(value, {}));
  }

  #properties(from, to) {
    for (const key of Object.keys(from)) {
      if (Object.hasOwn(from, key)) {
        Object.defineProperty(to, key, {
          __proto__: null, value: this.clone(from[key]), writable: true, enumerable: true, configurable: true,
        });
      }
    }
    return to;
  }

  #view(value) {
    const buffer = this.clone(value.buffer);
    if (types.isDataView(value)) return this.#note(value, new DataView(buffer, value.byteOffset, value.byteLength));
    // A Buffer becomes the array it is.
    const Kind = globalThis[value[Symbol.toStringTag]];
    return this.#note(value, new Kind(buffer, value.byteOffset, value.length));
  }

  #map(value) {
    const copy = this.#note(value, new Map());
    for (const [key, inner] of [...Map.prototype.entries.call(value)]) copy.set(this.clone(key), this.clone(inner));
    return copy;
  }

  #set(value) {
    const copy = this.#note(value, new Set());
    for (const inner of [...Set.prototype.values.call(value)]) copy.add(this.clone(inner));
    return copy;
  }

  #error(value) {
    const Kind = ERRORS[value.name] ?? Error;
    const made = this.#note(value, new Kind());
    const keep = (name, inner) => Object.defineProperty(made, name, {
      __proto__: null, value: inner, writable: true, enumerable: false, configurable: true,
    });
    for (const ours of ['line', 'column', 'sourceURL']) delete made[ours];
    keep('stack', String(value.stack));
    if ('message' in value) keep('message', String(value.message));
    if (Object.hasOwn(value, 'cause')) keep('cause', this.clone(value.cause));
    return made;
  }
}

function boxed(value) {
  if (types.isSymbolObject(value)) throw uncloneable(value);
  return Object(value.valueOf());
}

function copyOfBuffer(value) {
  if (types.isSharedArrayBuffer(value)) return value;
  if (!value.resizable) return value.slice(0);
  const copy = new ArrayBuffer(value.byteLength, { maxByteLength: value.maxByteLength });
  new Uint8Array(copy).set(new Uint8Array(value));
  return copy;
}

const isOther = (value) => types.isPromise(value) || types.isWeakMap(value) || types.isWeakSet(value) ||
  types.isGeneratorObject(value) || types.isMapIterator(value) || types.isSetIterator(value) ||
  value instanceof WeakRef || value instanceof FinalizationRegistry || types.isModuleNamespaceObject(value);

const isPlatformObject = (value) => {
  const tag = value[Symbol.toStringTag];
  return tag !== undefined && ['URL', 'URLSearchParams', 'EventTarget', 'Event', 'AbortSignal', 'AbortController', 'TextEncoder',
    'TextDecoder', 'Crypto', 'Performance'].includes(tag);
};

function transferList(options) {
  if (options === undefined || options === null) return [];
  const failed = (words) => {
    const error = new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    error.message = `Failed to execute 'structuredClone': ${words}`;
    return error;
  };
  if (typeof options !== 'object' && typeof options !== 'function') throw failed('Options cannot be converted to a dictionary');
  const { transfer } = options;
  if (transfer === undefined) return [];
  if (transfer === null || typeof transfer !== 'object' || typeof transfer[Symbol.iterator] !== 'function') {
    throw failed('transfer in Options cannot be converted to sequence.');
  }
  return [...transfer];
}

function structuredClone(value, options) {
  if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('The value argument must be specified');
  const list = transferList(options);
  list.forEach((item, index) => {
    if (!types.isArrayBuffer(item)) throw refuse('Found invalid value in transferList.');
    if (list.indexOf(item) !== index) throw refuse('Transfer list contains duplicate ArrayBuffer');
    if (item.detached) throw refuse('An ArrayBuffer is detached and could not be cloned.');
  });
  // Cloned first, so that what cannot be cloned leaves nothing detached.
  const copies = new Map(list.map((item) => [item, copyOfBuffer(item)]));
  const clone = new Cloning(copies).clone(value);
  for (const item of list) item.transfer();
  return clone;
}

module.exports = { isOther, shown, structuredClone };
