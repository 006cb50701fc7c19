'use strict';

// Deep equality, in the three readings that assert and util share:
//
//   strict   same prototype, same own enumerable keys and symbols, Object.is on primitives
//   loose    == on primitives; prototypes and symbols do not count
//   partial  like strict without the prototype, and `expected` may ask for less than `actual` has
//
// A pair that is being compared further up is equal to itself and to nothing else: that ends cycles.

const { kindOf } = binding('inspect');
const collections = require('util/deep_equal_collections');

const kStrict = 0;
const kLoose = 1;
const kPartial = 2;

const tagOf = (value) => Object.prototype.toString.call(value);
const isEnumerable = (object, key) => Object.prototype.propertyIsEnumerable.call(object, key);

const wellKnown = new Set([
  Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, Function, Map, Number, Object, Promise, RegExp, Set,
  String, Symbol, WeakMap, WeakRef, WeakSet, BigInt64Array, BigUint64Array, Float32Array, Float64Array, Int16Array,
  Int32Array, Int8Array, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray,
]);

// Node looks at `constructor` where it tells something, and at the prototype where it does not.
function sameClass(a, b) {
  const { constructor } = a;
  if (wellKnown.has(constructor) || (constructor !== undefined && !Object.hasOwn(a, 'constructor'))) {
    return constructor === b.constructor;
  }
  return Object.getPrototypeOf(a) === Object.getPrototypeOf(b);
}

class Comparison {
  constructor(mode, skipPrototype = false) {
    this.mode = mode;
    this.skipPrototype = skipPrototype;
    this.underway = undefined;
  }

  equal(a, b) {
    const { mode } = this;
    if (a === b) return a !== 0 || mode === kLoose || Object.is(a, b);

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

  enter(a, b, tag) {
    const underway = (this.underway ??= new Set());
    const seenA = underway.has(a);
    const seenB = underway.has(b);
    if (seenA || seenB) return seenA && seenB;
    underway.add(a);
    underway.add(b);
    const result = this.objects(a, b, tag);
    underway.delete(a);
    underway.delete(b);
    return result;
  }

  objects(a, b, tag) {
    if (Array.isArray(a)) return Array.isArray(b) && collections.arrays(this, a, b);
    if (Array.isArray(b)) return false;
    if (tag === '[object Object]') return this.properties(a, b);

    const kind = kindOf(a);
    if (kind !== kindOf(b)) return false;
    switch (kind) {
      case 'Date': {
        const [timeA, timeB] = [Date.prototype.getTime.call(a), Date.prototype.getTime.call(b)];
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
        if (!sameBoxed(a, b)) return false;
        break;
      // These show nothing of what they hold: equal only to themselves.
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
  properties(a, b, keysOf = Object.keys) {
    const keys = keysOf(b);
    const partial = this.mode === kPartial;
    if (!partial && keysOf(a).length !== keys.length) return false;
    for (let i = 0; i < keys.length; i++) {
      if (!isEnumerable(a, keys[i])) return false;
    }
    if (this.mode !== kLoose && !this.symbols(a, b, keys)) return false;
    for (let i = 0; i < keys.length; i++) {
      if (!this.equal(a[keys[i]], b[keys[i]])) return false;
    }
    return true;
  }

  // Adds b's enumerable symbols to `keys`; false when a's differ.
  symbols(a, b, keys) {
    const ofB = Object.getOwnPropertySymbols(b).filter((key) => isEnumerable(b, key));
    if (this.mode !== kPartial) {
      const ofA = Object.getOwnPropertySymbols(a).filter((key) => isEnumerable(a, key));
      if (ofA.length !== ofB.length) return false;
    }
    for (const key of ofB) {
      if (!isEnumerable(a, key)) return false;
      keys.push(key);
    }
    return true;
  }

  // Message, name, cause and errors count even though they are not enumerable.
  errors(a, b) {
    return this.hidden(a, b, 'message') && this.hidden(a, b, 'name') && this.hidden(a, b, 'cause') &&
      this.hidden(a, b, 'errors');
  }

  hidden(a, b, key) {
    const inB = Object.hasOwn(b, key);
    if (key === 'message' || key === 'name') {
      // Enumerable ones are compared with the rest of the properties.
      return isEnumerable(a, key) || isEnumerable(b, key) || a[key] === b[key];
    }
    if (this.mode === kPartial && !inB) return true;
    const inA = Object.hasOwn(a, key);
    if (this.mode === kPartial && key === 'cause' && inB && b[key] === undefined) return inA;
    return inA === inB && (!inA || isEnumerable(a, key) || this.equal(a[key], b[key]));
  }
}

function bytesOf(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

const unboxers = [Number, String, Boolean, BigInt, Symbol].map(({ prototype }) => prototype.valueOf);

function sameBoxed(a, b) {
  for (const valueOf of unboxers) {
    let value;
    try {
      value = valueOf.call(a);
    } catch {
      continue;
    }
    try {
      return Object.is(value, valueOf.call(b));
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
  isDeepStrictEqual: (a, b, skipPrototype = false) => new Comparison(kStrict, skipPrototype === true).equal(a, b),
  isPartialStrictEqual: (a, b) => new Comparison(kPartial).equal(a, b),
};
