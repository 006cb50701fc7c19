'use strict';

// util.types: what a value really is, independent of prototypes and Symbol.toStringTag.
//
// Brands that only the engine knows come from core/kind; where a built-in method throws for other receivers, that is the test, and
// no native call is needed.

const { arrayBufferStaticIsView, objectGetPrototypeOf, take } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const kinds = require('core/kind');
const { kindOf } = kinds;

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// `kind`: one that only objects have, and functions not.
function kindTest(name, kind) {
  const isKind = kinds.kindTest(kind);
  return { [name]: (value) => typeof value === 'object' && value !== null && isKind(value) }[name];
}

const typedArrayTag = take('typedArray', Symbol.toStringTag, 'get', '[Symbol.toStringTag]');

const tagOfTypedArray = (value) => call0(typedArrayTag, value);

function typedArrayTest(tag) {
  const name = `is${tag}`;
  return { [name]: (value) => tagOfTypedArray(value) === tag }[name];
}

// The getter creates a string each time (73 ns; this takes 13), so a plain Uint8Array or Buffer is recognized by its prototype.
const bytesPrototype = Uint8Array.prototype;

function isUint8Array(value) {
  if (!arrayBufferStaticIsView(value)) return false;
  const prototype = objectGetPrototypeOf(value);
  if (prototype === bytesPrototype || (prototype !== null && objectGetPrototypeOf(prototype) === bytesPrototype)) {
    // Another kind of typed array may have been given this prototype.
    if (value.length === value.byteLength) return true;
  }
  return tagOfTypedArray(value) === 'Uint8Array';
}

function boxedTest(name, valueOf) {
  return {
    [name](value) {
      if (typeof value !== 'object' || value === null) return false;
      try {
        call0(valueOf, value);
        return true;
      } catch {
        return false;
      }
    },
  }[name];
}

const AsyncFunctionPrototype = objectGetPrototypeOf(async function () {});
const GeneratorFunctionPrototype = objectGetPrototypeOf(function* () {});
const AsyncGeneratorFunctionPrototype = objectGetPrototypeOf(async function* () {});

function isAsyncFunction(value) {
  return typeof value === 'function' &&
    (AsyncFunctionPrototype.isPrototypeOf(value) || AsyncGeneratorFunctionPrototype.isPrototypeOf(value));
}

function isGeneratorFunction(value) {
  return typeof value === 'function' &&
    (GeneratorFunctionPrototype.isPrototypeOf(value) || AsyncGeneratorFunctionPrototype.isPrototypeOf(value));
}

function isGeneratorObject(value) {
  if (!isObject(value)) return false;
  const kind = kindOf(value);
  return kind === 'Generator' || kind === 'AsyncGenerator';
}

// The engine's API has one kind for both; their getters differ.
const isAnyArrayBuffer = kindTest('isAnyArrayBuffer', 'ArrayBuffer');
const lengthOfUnshared = take('arrayBuffer', 'byteLength', 'get');

function isArrayBuffer(value) {
  if (!isAnyArrayBuffer(value)) return false;
  try {
    call0(lengthOfUnshared, value);
    return true;
  } catch {
    return false;
  }
}

function isSharedArrayBuffer(value) {
  return isAnyArrayBuffer(value) && !isArrayBuffer(value);
}

const isNumberObject = boxedTest('isNumberObject', Number.prototype.valueOf);
const isStringObject = boxedTest('isStringObject', String.prototype.valueOf);
const isBooleanObject = boxedTest('isBooleanObject', Boolean.prototype.valueOf);
const isBigIntObject = boxedTest('isBigIntObject', BigInt.prototype.valueOf);
const isSymbolObject = boxedTest('isSymbolObject', Symbol.prototype.valueOf);

module.exports = {
  isArgumentsObject: kindTest('isArgumentsObject', 'Arguments'),
  isArrayBuffer,
  isAsyncFunction,
  isBigIntObject,
  isBooleanObject,
  isDate: kindTest('isDate', 'Date'),
  // Values that wrap a native pointer: no built-in function returns one.
  isExternal: function isExternal() {
    return false;
  },
  isGeneratorFunction,
  isGeneratorObject,
  isMap: kindTest('isMap', 'Map'),
  isMapIterator: kindTest('isMapIterator', 'MapIterator'),
  isModuleNamespaceObject: kindTest('isModuleNamespaceObject', 'ModuleNamespace'),
  isNativeError: kindTest('isNativeError', 'Error'),
  isNumberObject,
  isPromise: kindTest('isPromise', 'Promise'),
  isProxy: function isProxy(value) {
    return isObject(value) && kindOf(value) === 'Proxy';
  },
  isRegExp: kindTest('isRegExp', 'RegExp'),
  isSet: kindTest('isSet', 'Set'),
  isSetIterator: kindTest('isSetIterator', 'SetIterator'),
  isSharedArrayBuffer,
  isStringObject,
  isSymbolObject,
  isWeakMap: kindTest('isWeakMap', 'WeakMap'),
  isWeakSet: kindTest('isWeakSet', 'WeakSet'),
  isAnyArrayBuffer,
  isBoxedPrimitive: function isBoxedPrimitive(value) {
    return isNumberObject(value) || isStringObject(value) || isBooleanObject(value) || isBigIntObject(value) ||
      isSymbolObject(value);
  },
  isArrayBufferView: arrayBufferStaticIsView,
  isDataView: function isDataView(value) {
    return arrayBufferStaticIsView(value) && tagOfTypedArray(value) === undefined;
  },
  isTypedArray: function isTypedArray(value) {
    return tagOfTypedArray(value) !== undefined;
  },
  isUint8Array,
  isUint8ClampedArray: typedArrayTest('Uint8ClampedArray'),
  isUint16Array: typedArrayTest('Uint16Array'),
  isUint32Array: typedArrayTest('Uint32Array'),
  isInt8Array: typedArrayTest('Int8Array'),
  isInt16Array: typedArrayTest('Int16Array'),
  isInt32Array: typedArrayTest('Int32Array'),
  isFloat16Array: typedArrayTest('Float16Array'),
  isFloat32Array: typedArrayTest('Float32Array'),
  isFloat64Array: typedArrayTest('Float64Array'),
  isBigInt64Array: typedArrayTest('BigInt64Array'),
  isBigUint64Array: typedArrayTest('BigUint64Array'),
  isKeyObject: function isKeyObject(value) {
    return isInstanceOf('KeyObject', value);
  },
  isCryptoKey: function isCryptoKey(value) {
    return isInstanceOf('CryptoKey', value);
  },
};

// Without such a class in crypto there are no instances.
function isInstanceOf(name, value) {
  if (!isObject(value)) return false;
  const Class = require('crypto')[name];
  return typeof Class === 'function' && value instanceof Class;
}
