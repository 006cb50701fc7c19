'use strict';
// structuredClone, and the cloning of postMessage: a copy of data, with its cycles and shared references.
//
// Both ends are in this process, so nothing is serialized: the copy is made directly. Transfers are committed only when the whole
// value has been cloned; the memory of an ArrayBuffer is copied for that, unless the value is so simple that cloning cannot fail
// (`postMessage(buffer, [buffer])`).

const { SafeMap, SafeSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const {
  arrayBufferSlice, arrayBufferStaticIsView, arrayEvery, arrayFilter, arrayFindIndex, arrayForEach, arrayIncludes, arrayIndexOf,
  arrayIsArray, arrayMap, arrayPush, classEvalError: EvalError, classReferenceError: ReferenceError, classURIError: URIError,
  dateGetTime, mapForEach, mapSet, objectDefineProperty, objectGetOwnPropertyDescriptors, objectGetPrototypeOf, objectHasOwn,
  objectKeys, objectProtoToString, objectValues, regexpTest, setAdd, setForEach,
} = require('core/intrinsics');
const globals = require('globals');
const { viewClassOf } = require('core/safe/views');
const { codes } = require('core/errors');
const { kindOf } = require('core/kind');
const types = require('util/types');
const { kClone, kTransfer, isUncloneable, isMarkedAsUntransferable } = require('core/cloneable');

const ERRORS = { __proto__: null, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

function dataCloneError(message) {
  const { DOMException } = require('core/dom_exception');
  return new DOMException(message, 'DataCloneError');
}

// V8's name for a value that cannot be cloned.
function describe(value) {
  if (typeof value === 'function') return require('core/function_source').sourceOf(value);
  if (typeof value === 'symbol') return String(value);
  const tag = objectProtoToString(value);
  if (regexpTest(/Generator|Iterator|Symbol/, tag)) return tag;
  return `#<${types.isProxy(value) ? 'Object' : value.constructor?.name ?? 'Object'}>`;
}

const uncloneableError = (value) => dataCloneError(`${describe(value)} could not be cloned.`);

class Cloner {
  #clones = new SafeMap();
  #lengths;

  constructor(transferred, lengths) {
    this.#lengths = lengths;
    for (const { 0: from, 1: to } of each(transferred)) this.#clones.set(from, to);
  }

  clone(value) {
    if (typeof value !== 'object') {
      if (typeof value === 'function' || typeof value === 'symbol') throw uncloneableError(value);
      return value;
    }
    if (value === null) return value;
    return this.#clones.get(value) ?? this.#object(value);
  }

  #remember(from, to) {
    this.#clones.set(from, to);
    return to;
  }

  // The class of an object is looked up once.
  #object(value) {
    const kind = kindOf(value);
    switch (kind) {
      case 'Array': return this.#array(value);
      case 'Object': return isPlain(value) ? this.#properties(value) : this.#cloneOther(value, kind);
      case 'Date': return this.#remember(value, new Date(dateGetTime(value)));
      case 'RegExp': return this.#remember(value, new RegExp(value.source, value.flags));
      case 'ArrayBuffer': return this.#remember(value, cloneBuffer(value));
      case 'DataView':
      case 'TypedArray': return this.#view(value);
      case 'Map': return this.#map(value);
      case 'Set': return this.#set(value);
      case 'Proxy':
      case 'Arguments': throw uncloneableError(value);
      default: return this.#cloneOther(value, kind);
    }
  }

  #cloneOther(value, kind) {
    if (arrayIsArray(value)) return this.#array(value);
    if (types.isBoxedPrimitive(value)) return this.#remember(value, boxed(value));
    if (isUncloneable(value)) throw dataCloneError('Cannot clone object of unsupported type.');
    if (kind === 'Error' && typeof value[kClone] !== 'function') return this.#error(value);
    if (typeof value[kClone] === 'function') return this.#remember(value, value[kClone]());
    if (typeof value[kTransfer] === 'function') {
      throw dataCloneError('Object that needs transfer was found in message but not listed in transferList');
    }
    if (isUncloneableKind(value, kind)) throw uncloneableError(value);
    // Compiled code is immutable: the clone is the module itself.
    if (value instanceof globals.WebAssembly.Module) return value;
    return this.#properties(value);
  }

  #properties(from) {
    const to = this.#remember(from, {});
    const keys = objectKeys(from);
    for (let i = 0; i < keys.length; i++) this.#property(from, to, keys[i]);
    return to;
  }

  // Cloning another property may have deleted this one. The prototype may have a setter.
  #property(from, to, key) {
    const value = from[key];
    if (value === undefined && !objectHasOwn(from, key)) return;
    const copy = this.clone(value);
    if (key in to) define(to, key, copy, true);
    else to[key] = copy;
  }

  #array(from) {
    const { length } = from;
    const to = this.#remember(from, new Array(length));
    const keys = objectKeys(from);
    if (keys.length !== length || (length > 0 && keys[length - 1] !== String(length - 1))) {
      for (let i = 0; i < keys.length; i++) this.#property(from, to, keys[i]);
      return to;
    }
    // No holes and no other properties: the keys are the indexes.
    for (let i = 0; i < length; i++) {
      const value = from[i];
      if (value !== undefined || objectHasOwn(from, i)) to[i] = this.clone(value);
    }
    return to;
  }

  #view(value) {
    const { byteOffset, length } = this.#lengths?.get(value) ?? extentOf(value);
    const buffer = this.clone(value.buffer);
    // A Buffer becomes a Uint8Array.
    const Kind = viewClassOf(value);
    return this.#remember(value, new Kind(buffer, byteOffset, length));
  }

  #map(value) {
    const copy = this.#remember(value, new Map());
    const pairs = [];
    mapForEach(value, (inner, key) => { arrayPush(pairs, [key, inner]); });
    for (let i = 0; i < pairs.length; i++) mapSet(copy, this.clone(pairs[i][0]), this.clone(pairs[i][1]));
    return copy;
  }

  #set(value) {
    const copy = this.#remember(value, new Set());
    const members = [];
    setForEach(value, (inner) => { arrayPush(members, inner); });
    for (let i = 0; i < members.length; i++) setAdd(copy, this.clone(members[i]));
    return copy;
  }

  #error(value) {
    const Kind = ERRORS[value.name] ?? Error;
    const created = this.#remember(value, new Kind());
    const keep = (name, inner) => define(created, name, inner, false);
    for (const ours of each(['line', 'column', 'sourceURL'])) delete created[ours];
    keep('stack', String(value.stack));
    if ('message' in value) keep('message', String(value.message));
    if (objectHasOwn(value, 'cause')) keep('cause', this.clone(value.cause));
    return created;
  }
}

const define = (object, key, value, enumerable) => objectDefineProperty(object, key, {
  __proto__: null, value, writable: true, enumerable, configurable: true,
});

// An object literal that is not marked.
function isPlain(value) {
  const prototype = objectGetPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) &&
    !arrayIsArray(value) && !isUncloneable(value);
}

function boxed(value) {
  if (types.isSymbolObject(value)) throw uncloneableError(value);
  return Object(value.valueOf());
}

function cloneBuffer(value) {
  if (types.isSharedArrayBuffer(value)) return value;
  if (value.detached) throw dataCloneError('An ArrayBuffer is detached and could not be cloned.');
  if (!value.resizable) return arrayBufferSlice(value, 0);
  const copy = new ArrayBuffer(value.byteLength, { maxByteLength: value.maxByteLength });
  new Uint8Array(copy).set(new Uint8Array(value));
  return copy;
}

const UNCLONEABLE_KINDS = new SafeSet(['Promise', 'WeakMap', 'WeakSet', 'Generator', 'AsyncGenerator', 'MapIterator', 'SetIterator',
  'ModuleNamespace']);

const isUncloneableKind = (value, kind = kindOf(value)) => UNCLONEABLE_KINDS.has(kind) ||
  regexpTest(/^\[object (Intl\.|.*Iterator)/, objectProtoToString(value)) ||
  value instanceof WeakRef || value instanceof globals.FinalizationRegistry;

// A length-tracking view stays one. There is no way to ask; views that end where a resizable buffer ends are treated as such.
function extentOf(view) {
  const { buffer, byteOffset, byteLength } = view;
  const follows = buffer.resizable === true && byteOffset + byteLength === buffer.byteLength;
  return { byteOffset, length: follows ? undefined : view.length ?? byteLength };
}

function transferList(options) {
  if (options === undefined || options === null) return [];
  const optionsError = (reason) => {
    const error = new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    error.message = `Failed to execute 'structuredClone': ${reason}`;
    return error;
  };
  if (typeof options !== 'object' && typeof options !== 'function') throw optionsError('Options cannot be converted to a dictionary');
  const { transfer } = options;
  if (transfer === undefined) return [];
  if (transfer === null || typeof transfer !== 'object' || typeof transfer[Symbol.iterator] !== 'function') {
    throw optionsError('transfer in Options cannot be converted to sequence.');
  }
  const list = [...transfer];
  const at = arrayFindIndex(list, (item) => item === null || (typeof item !== 'object' && typeof item !== 'function'));
  if (at !== -1) throw optionsError(`transfer in Options[${at}] is not an object.`);
  return list;
}

function checkTransferList(list, source) {
  arrayForEach(list, (item, index) => {
    const isBuffer = types.isArrayBuffer(item);
    if (!isBuffer && typeof item?.[kTransfer] !== 'function') throw dataCloneError('Found invalid value in transferList.');
    if (item === source) throw dataCloneError('Transfer list contains source port');
    if (arrayIndexOf(list, item) !== index) {
      throw dataCloneError(`Transfer list contains duplicate ${isBuffer ? 'ArrayBuffer' : item.constructor.name}`);
    }
    // The Buffer pool is recognized by its own methods.
    if (isMarkedAsUntransferable(item) || (isBuffer && (item.detached || objectHasOwn(item, 'transfer')))) {
      throw dataCloneError('Cannot transfer object of unsupported type.');
    }
  });
}

// Cloning it cannot fail: a listed buffer, a view of one, or a plain object or array of these and of primitives. `lengths` keeps the
// extent of views, which is lost with the memory.
function isSimple(value, list, lengths) {
  const isLeaf = (inner) => {
    if (typeof inner !== 'object') return typeof inner !== 'function' && typeof inner !== 'symbol';
    if (!arrayBufferStaticIsView(inner)) return inner === null || arrayIncludes(list, inner);
    lengths.set(inner, extentOf(inner));
    return arrayIncludes(list, inner.buffer);
  };
  if (isLeaf(value)) return true;
  if (typeof value !== 'object' || types.isProxy(value)) return false;
  const prototype = objectGetPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  return arrayEvery(objectValues(objectGetOwnPropertyDescriptors(value)), (own) => 'value' in own && isLeaf(own.value));
}

// { value, ports }: the clone, and the ports that were transferred.
function cloneMessage(value, list, source) {
  checkTransferList(list, source);
  if (list.length === 0) return { value: new Cloner([]).clone(value), ports: [] };
  const others = new SafeMap(arrayMap(arrayFilter(list, (item) => !types.isArrayBuffer(item)), (item) => [item, transferItem(item)]));
  const lengths = new SafeMap();
  const isImmediate = isSimple(value, list, lengths);
  const transfers = arrayMap(list, (item) => {
    if (others.has(item)) return others.get(item);
    return isImmediate ? { created: item.transfer(), commit() {} } : { created: cloneBuffer(item), commit: () => item.transfer() };
  });
  let clone;
  try {
    clone = new Cloner(arrayMap(list, (item, index) => [item, transfers[index].created]), lengths).clone(value);
  } catch (error) {
    for (const { created, discard } of each(transfers)) discard?.(created);
    throw error;
  }
  for (const { commit } of each(transfers)) commit();
  const created = arrayMap(arrayFilter(transfers, (item) => !types.isArrayBuffer(item.created)), (item) => item.created);
  // `transferred`: to be listed again if the message is forwarded to another thread.
  return { value: clone, ports: arrayFilter(created, (item) => item.constructor?.name === 'MessagePort'), transferred: created };
}

function transferItem(item) {
  const { created, parts, commit, discard } = item[kTransfer]();
  return { created: created ?? require('messaging/host_objects').unpack(parts), commit, discard };
}

function structuredClone(value, options) {
  if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('The value argument must be specified');
  return cloneMessage(value, transferList(options)).value;
}

module.exports = { checkTransferList, cloneMessage, isUncloneableKind, dataCloneError, describe, structuredClone, uncloneableError };
