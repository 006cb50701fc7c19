'use strict';

// Deep equality of arrays, typed arrays, sets and maps. `comparison` is that of util/deep_equal: its mode, and `equal` for the
// contents.

const {
  arrayEvery, arrayFilter, arrayMap, arrayPush, classBigInt64Array: BigInt64Array, classBigUint64Array: BigUint64Array,
  classFloat32Array: Float32Array, classFloat64Array: Float64Array, classInt16Array: Int16Array, classInt32Array: Int32Array,
  classInt8Array: Int8Array, classUint16Array: Uint16Array, classUint32Array: Uint32Array,
  classUint8ClampedArray: Uint8ClampedArray, objectGetOwnPropertyDescriptor, objectGetPrototypeOf, objectHasOwn, objectIs,
  objectKeys, objectSetPrototypeOf,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { each, keysOf } = require('core/safe/walk');

const kStrict = 0;
const kLoose = 1;
const kPartial = 2;

const isIndex = (key) => {
  const number = +key;
  return number >>> 0 === number && number !== 4294967295 && String(number) === key;
};

// Own enumerable keys that are not indices. V8 and JSC both list indices first.
function namedKeys(array) {
  const keys = objectKeys(array);
  let first = 0;
  while (first < keys.length && isIndex(keys[first])) first++;
  return sliceOf(keys, first);
}

// The engine makes a string of every index before the first named key: 110 ns for [1, 2]. But objects with the same structure have
// the same named keys and symbols, and these samples, one of each kind of element storage, have none.
const { haveSameStructure } = binding('inspect');
const plainArrays = [[1], ['a'], [1.5], [], ...each(arrayMap([1, 'a', 1.5], (value) => arrayMap([value], (item) => item)))];
// The last match: most often the arrays of a program are of few kinds.
let lastMatch = plainArrays[0];

function isPlain(array) {
  if (haveSameStructure(array, lastMatch)) return true;
  for (let i = 0; i < plainArrays.length; i++) {
    if (!haveSameStructure(array, plainArrays[i])) continue;
    lastMatch = plainArrays[i];
    return true;
  }
  return false;
}

// Below this length listing the keys is faster than the check.
const SHORT = 32;
let samples;

// The same for typed arrays: 1.5 s for a megabyte.
function namedKeysOfView(view) {
  if (view.length <= SHORT) return namedKeys(view);
  samples ??= createSamples();
  for (const sample of each(samples)) {
    if (haveSameStructure(view, sample)) return [];
  }
  return namedKeys(view);
}

function createSamples() {
  const { Buffer } = require('buffer');
  return [
    new Uint8Array(0), Buffer.alloc(0), Buffer.from('x').subarray(0), objectSetPrototypeOf(new Uint8Array(0), Buffer.prototype),
    ...each(arrayMap([Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array,
      BigUint64Array], (View) => new View(0))),
  ];
}

function arrays(comparison, a, b) {
  if (comparison.mode === kPartial) {
    return a.length >= b.length && partialArrays(comparison, a, b) && comparison.keyed(a, b, undefined, namedKeys(b));
  }
  if (a.length !== b.length) return false;
  if (!(isPlain(a) && isPlain(b)) && !comparison.keyed(a, b, namedKeys(a), namedKeys(b))) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] === undefined || b[i] === undefined) {
      // A hole differs from undefined. From the first hole on, only existing indices are compared.
      const inA = objectHasOwn(a, i);
      if (inA !== objectHasOwn(b, i)) return false;
      if (!inA) return compareSparse(comparison, a, b, i);
    }
    if (!comparison.equal(a[i], b[i])) return false;
  }
  return true;
}

function compareSparse(comparison, a, b, from) {
  const indicesOf = (array) => arrayFilter(objectKeys(array), (key) => isIndex(key) && +key >= from);
  const { 0: keysA, 1: keysB } = [indicesOf(a), indicesOf(b)];
  if (keysA.length !== keysB.length) return false;
  for (let i = 0; i < keysA.length; i++) {
    if (keysA[i] !== keysB[i] || !comparison.equal(a[keysA[i]], b[keysA[i]])) return false;
  }
  return true;
}

// `b` must be a subsequence of `a`; holes of b match nothing and are skipped.
function partialArrays(comparison, a, b) {
  let at = 0;
  for (let i = 0; i < b.length; i++, at++) {
    if (b[i] === undefined && !objectHasOwn(b, i)) return partialSparse(comparison, a, b, at, i);
    while (!comparison.equal(a[at], b[i]) || (b[i] === undefined && !objectHasOwn(a, at))) {
      at++;
      if (at > a.length - b.length + i) return false;
    }
  }
  return true;
}

function partialSparse(comparison, a, b, startA, startB) {
  const keysA = sliceOf(objectKeys(a), startA);
  const keysB = sliceOf(objectKeys(b), startB);
  if (keysA.length < keysB.length) return false;
  let at = 0;
  for (let i = 0; i < keysB.length; i++, at++) {
    while (!comparison.equal(a[keysA[at]], b[keysB[i]])) {
      at++;
      if (at > keysA.length - keysB.length + i) return false;
    }
  }
  return true;
}

function sameBytes(a, b, mode) {
  if (mode === kPartial ? a.length < b.length : a.length !== b.length) return false;
  return mode === kPartial ? subsequence(a, b, (x, y) => x === y) : arrayEvery(a, (byte, index) => byte === b[index]);
}

function subsequence(a, b, same) {
  let at = 0;
  for (let i = 0; i < b.length; i++, at++) {
    while (!same(a[at], b[i])) {
      at++;
      if (at > a.length - b.length + i) return false;
    }
  }
  return true;
}

const floats = new SafeSet(['Float16Array', 'Float32Array', 'Float64Array']);
const typeOfView = objectGetOwnPropertyDescriptor(
  objectGetPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

function typedArrays(comparison, a, b) {
  const type = call0(typeOfView, a);
  if (type !== call0(typeOfView, b)) return false;
  const { mode } = comparison;
  if (mode === kPartial) {
    if (a.length < b.length || !subsequence(a, b, objectIs)) return false;
  } else {
    if (a.length !== b.length) return false;
    // Loose floats are compared as numbers (0 equals -0, NaN equals nothing); otherwise with Object.is.
    const same = mode === kLoose && floats.has(type) ? (x, y) => x === y : objectIs;
    for (let i = 0; i < a.length; i++) {
      if (!same(a[i], b[i])) return false;
    }
  }
  return comparison.keyed(a, b, mode === kPartial ? undefined : namedKeysOfView(a), namedKeysOfView(b));
}

const isPrimitive = (value) => value === null || typeof value !== 'object';

// Removes a candidate that `matches`; false if there is none.
function removeMatch(candidates, matches) {
  for (const candidate of each(candidates)) {
    if (matches(candidate)) {
      candidates.delete(candidate);
      return true;
    }
  }
  return false;
}

// Every member of `expected` needs its own partner. Primitives are found by lookup; only the others, objects and loosely equal
// primitives, are searched for.
function sets(comparison, actual, expected) {
  if (comparison.mode === kPartial ? actual.size < expected.size : actual.size !== expected.size) return false;
  const unmatched = [];
  for (const value of each(expected)) {
    if (actual.has(value)) continue;
    if (isPrimitive(value) && comparison.mode !== kLoose) return false;
    arrayPush(unmatched, value);
  }
  if (unmatched.length === 0) return true;
  const candidates = new SafeSet();
  for (const value of each(actual)) {
    if (!expected.has(value) && !(isPrimitive(value) && comparison.mode !== kLoose)) candidates.add(value);
  }
  // An object can match only one member of `expected`: identical ones were paired above.
  return arrayEvery(unmatched, (value) => removeMatch(candidates, (candidate) => comparison.equal(candidate, value)));
}

function maps(comparison, actual, expected) {
  if (comparison.mode === kPartial ? actual.size < expected.size : actual.size !== expected.size) return false;
  const unmatched = [];
  let paired;
  for (const { 0: key, 1: value } of each(expected)) {
    if (isPrimitive(key)) {
      if (actual.has(key) && comparison.equal(actual.get(key), value)) {
        paired ??= new SafeSet();
        paired.add(key);
        continue;
      }
      if (comparison.mode !== kLoose) return false;
    }
    arrayPush(unmatched, [key, value]);
  }
  if (unmatched.length === 0) return true;
  const candidates = new SafeSet();
  for (const key of each(keysOf(actual))) {
    if (!paired?.has(key) && !(isPrimitive(key) && comparison.mode === kStrict)) candidates.add(key);
  }
  return arrayEvery(unmatched, ({ 0: key, 1: value }) => removeMatch(candidates, (candidate) =>
    comparison.equal(candidate, key) && comparison.equal(actual.get(candidate), value)));
}

module.exports = { arrays, typedArrays, sameBytes, sets, maps };
