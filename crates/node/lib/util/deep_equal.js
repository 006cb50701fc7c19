'use strict';

// Deep equality, in the three modes that assert and util share:
//
//   strict   same prototype, same own enumerable keys and symbols, Object.is for primitives
//   loose    == for primitives; ignores prototypes and symbols
//   partial  like strict without the prototype, and `expected` may have less than `actual`
//
// A pair that is already being compared further up is equal to itself and to nothing else: that ends cycles.

const {
  arrayFilter, arrayIsArray, arrayMap, arrayPush, classBigInt64Array: BigInt64Array, classBigUint64Array: BigUint64Array,
  classFloat32Array: Float32Array, classFloat64Array: Float64Array, classInt16Array: Int16Array, classInt32Array: Int32Array,
  classInt8Array: Int8Array, classUint16Array: Uint16Array, classUint32Array: Uint32Array,
  classUint8ClampedArray: Uint8ClampedArray, dateGetTime, objectGetOwnPropertySymbols, objectGetPrototypeOf, objectHasOwn,
  objectIs, objectKeys, objectProtoPropertyIsEnumerable, objectProtoToString, take,
} = require('core/intrinsics');
const engine = require('engine');
const { call0 } = require('core/safe/calls');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { kindOf } = require('core/kind');
const collections = require('util/deep_equal_collections');

const kStrict = 0;
const kLoose = 1;
const kPartial = 2;
const kDeep = 32;

const tagOf = objectProtoToString;
const isEnumerable = objectProtoPropertyIsEnumerable;

const BUILTIN_CONSTRUCTORS = new SafeSet([
  Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, engine.Function, Map, Number, Object, __hexloop_promise__, RegExp, Set,
  String, Symbol, WeakMap, WeakRef, WeakSet, BigInt64Array, BigUint64Array, Float32Array, Float64Array, Int16Array,
  Int32Array, Int8Array, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray,
]);

// Like Node: compares `constructor` if it is meaningful, and the prototypes if it is not.
function sameClass(a, b) {
  const { constructor } = a;
  if (constructor === Object || constructor === Array) return constructor === b.constructor;
  if (BUILTIN_CONSTRUCTORS.has(constructor) || (constructor !== undefined && !objectHasOwn(a, 'constructor'))) {
    return constructor === b.constructor;
  }
  return objectGetPrototypeOf(a) === objectGetPrototypeOf(b);
}

const sizeOfMap = take('map', 'size', 'get');
const sizeOfSet = take('set', 'size', 'get');

function accepts(method, value) {
  try {
    call0(method, value);
    return true;
  } catch {
    return false;
  }
}

// The engine's kind takes a call into Rust; for the most frequent tags, a built-in method that only accepts its own kind is enough.
function kindByTag(value, tag) {
  if (tag === '[object Map]' && accepts(sizeOfMap, value)) return 'Map';
  if (tag === '[object Set]' && accepts(sizeOfSet, value)) return 'Set';
  if (tag === '[object Date]' && accepts(Date.prototype.getTime, value)) return 'Date';
  // The engine has no kinds for these two.
  if (tag === '[object BigInt]' && accepts(BigInt.prototype.valueOf, value)) return 'Boxed';
  if (tag === '[object Symbol]' && accepts(Symbol.prototype.valueOf, value)) return 'Boxed';
  return kindOf(value);
}

class Comparison {
  constructor(mode, skipPrototype = false) {
    this.mode = mode;
    this.skipPrototype = skipPrototype;
    this.ancestors = [];
    this.depth = 0;
    this.ancestorSet = undefined;
  }

  equal(a, b) {
    const { mode } = this;
    if (a === b) return a !== 0 || mode === kLoose || objectIs(a, b);

    if (mode === kLoose) {
      if (a === null || typeof a !== 'object') {
        return (b === null || typeof b !== 'object') && (a == b || (a !== a && b !== b));
      }
      if (b === null || typeof b !== 'object') return false;
    } else {
      if (typeof a !== 'object') return typeof a === 'number' && a !== a && b !== b;
      if (typeof b !== 'object' || a === null || b === null) return false;
      if (mode === kStrict && !this.skipPrototype && !sameClass(a, b)) return false;
    }
    const tag = tagOf(a);
    if (tag !== tagOf(b)) return false;
    return this.enter(a, b, tag);
  }

  // The objects being compared are on a stack; if it gets deep, a Set of them is kept as well, as long as it is deep.
  enter(a, b, tag) {
    const { ancestors, depth } = this;
    if (depth > kDeep) return this.enterDeep(a, b, tag);
    let seenA = false;
    let seenB = false;
    for (let i = 0; i < depth; i++) {
      if (ancestors[i] === a) seenA = true;
      if (ancestors[i] === b) seenB = true;
    }
    if (seenA || seenB) return seenA && seenB;
    ancestors[depth] = a;
    ancestors[depth + 1] = b;
    this.depth = depth + 2;
    const result = this.objects(a, b, tag);
    this.depth = depth;
    return result;
  }

  enterDeep(a, b, tag) {
    const isNowDeep = this.ancestorSet === undefined;
    if (isNowDeep) this.ancestorSet = new SafeSet(sliceOf(this.ancestors, 0, this.depth));
    const set = this.ancestorSet;
    const seenA = set.has(a);
    const seenB = set.has(b);
    let result = seenA && seenB;
    if (!seenA && !seenB) {
      set.add(a).add(b);
      result = this.objects(a, b, tag);
      set.delete(a);
      set.delete(b);
    }
    if (isNowDeep) this.ancestorSet = undefined;
    return result;
  }

  objects(a, b, tag) {
    if (arrayIsArray(a)) return arrayIsArray(b) && collections.arrays(this, a, b);
    if (arrayIsArray(b)) return false;
    if (tag === '[object Object]') return this.properties(a, b);

    const kind = kindByTag(a, tag);
    if (kind !== kindByTag(b, tag)) return false;
    switch (kind) {
      case 'Date': {
        const { 0: timeA, 1: timeB } = [dateGetTime(a), dateGetTime(b)];
        if (timeA !== timeB && !(timeA !== timeA && timeB !== timeB)) return false;
        break;
      }
      case 'RegExp':
        if (a.source !== b.source || a.flags !== b.flags || a.lastIndex !== b.lastIndex) return false;
        break;
      case 'Error':
        if (!this.errors(a, b)) return false;
        break;
      case 'TypedArray':
        return collections.typedArrays(this, a, b);
      case 'DataView':
        if (!collections.sameBytes(bytesOf(a), bytesOf(b), this.mode)) return false;
        break;
      case 'ArrayBuffer':
      case 'SharedArrayBuffer':
        if (!collections.sameBytes(new Uint8Array(a), new Uint8Array(b), this.mode)) return false;
        break;
      case 'Set':
        return collections.sets(this, a, b) && this.properties(a, b);
      case 'Map':
        return collections.maps(this, a, b) && this.properties(a, b);
      case 'Boxed':
        if (!areEqualBoxed(a, b)) return false;
        break;
      // Their contents are not observable: equal only to themselves.
      case 'WeakMap':
      case 'WeakSet':
      case 'Promise':
        return false;
      default:
        if (tag === '[object URL]' && a.href !== b.href) return false;
    }
    return this.properties(a, b);
  }

  // Own enumerable keys, and symbols unless loose.
  properties(a, b) {
    const keys = objectKeys(b);
    return this.keyed(a, b, this.mode === kPartial ? undefined : objectKeys(a), keys);
  }

  // The properties `keys` of b and, unless partial, `keysOfA`.
  keyed(a, b, keysOfA, keys) {
    const partial = keysOfA === undefined;
    if (!partial && keysOfA.length !== keys.length) return false;
    if (partial || !sameKeys(keysOfA, keys)) {
      for (let i = 0; i < keys.length; i++) {
        if (!isEnumerable(a, keys[i])) return false;
      }
    }
    if (this.mode !== kLoose && !this.symbols(a, b, keys)) return false;
    for (let i = 0; i < keys.length; i++) {
      if (!this.equal(a[keys[i]], b[keys[i]])) return false;
    }
    return true;
  }

  // Adds b's enumerable symbols to `keys`; false if a's differ.
  symbols(a, b, keys) {
    const ofB = enumerableSymbols(b);
    if (this.mode !== kPartial && enumerableSymbols(a).length !== ofB.length) return false;
    if (ofB.length === 0) return true;
    for (const key of each(ofB)) {
      if (!isEnumerable(a, key)) return false;
      arrayPush(keys, key);
    }
    return true;
  }

  // Message, name, cause and errors are compared although they are not enumerable.
  errors(a, b) {
    return this.nonEnumerable(a, b, 'message') && this.nonEnumerable(a, b, 'name') && this.nonEnumerable(a, b, 'cause') &&
      this.nonEnumerable(a, b, 'errors');
  }

  nonEnumerable(a, b, key) {
    const inB = objectHasOwn(b, key);
    if (key === 'message' || key === 'name') {
      // Enumerable ones are compared with the other properties.
      return isEnumerable(a, key) || isEnumerable(b, key) || a[key] === b[key];
    }
    if (this.mode === kPartial && !inB) return true;
    const inA = objectHasOwn(a, key);
    if (this.mode === kPartial && key === 'cause' && inB && b[key] === undefined) return inA;
    return inA === inB && (!inA || isEnumerable(a, key) || this.equal(a[key], b[key]));
  }
}

// Objects created by the same code have their keys in the same order.
function sameKeys(a, b) {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

function enumerableSymbols(object) {
  const symbols = objectGetOwnPropertySymbols(object);
  return symbols.length === 0 ? symbols : arrayFilter(symbols, (key) => isEnumerable(object, key));
}

function bytesOf(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

const unboxers = arrayMap([Number, String, Boolean, BigInt, Symbol], ({ prototype }) => prototype.valueOf);

function areEqualBoxed(a, b) {
  for (const valueOf of each(unboxers)) {
    let value;
    try {
      value = call0(valueOf, a);
    } catch {
      continue;
    }
    try {
      return objectIs(value, call0(valueOf, b));
    } catch {
      return false;
    }
  }
  return false;
}

module.exports = {
  kStrict,
  kLoose,
  kPartial,
  isDeepEqual: (a, b) => new Comparison(kLoose).equal(a, b),
  isDeepStrictEqual(a, b, skipPrototype = false) {
    if (a === b && a !== 0) return true;
    return new Comparison(kStrict, skipPrototype === true).equal(a, b);
  },
  isPartialStrictEqual: (a, b) => new Comparison(kPartial).equal(a, b),
};
