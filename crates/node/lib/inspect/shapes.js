'use strict';

// The shape of an object: what goes around its entries and where they come from.
//
//   base   before the brace: `[Function: f]`, a date, an error's stack
//   open   the opening brace with its prefix: `Map(2) {`, `[`
//   entries(print, value, depth)   what the engine holds inside; undefined when there is nothing but properties
//   internals   names of engine facts listed like properties: byteLength, buffer; undefined when there are none
//   keys   the properties to list
//
// A value that needs no braces at all is returned as a finished string.

const {
  dateGetTime, dateToISOString, dateToString, numberIsNaN, objectGetPrototypeOf, regexpToString, stringToLowerCase, take,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { callableText } = require('inspect/callables');
const collections = require('inspect/collections');
const { boxedName, plainPrefix, prefix, typedArrayName } = require('inspect/naming');
const { uncoloured } = require('inspect/palette');
const { extraKeys, shownKeys } = require('inspect/properties');
const { numberText, primitiveText } = require('inspect/text');

const TypedArray = objectGetPrototypeOf(Uint8Array);
const lengthOfTypedArray = take('typedArray', 'length', 'get');
const sizeOfMap = take('map', 'size', 'get');
const sizeOfSet = take('set', 'size', 'get');

function braces(open, keys, entries, base = '') {
  return { base, open, close: '}', keys, entries, internals: undefined, isArray: false, inTypedArray: undefined };
}

function brackets(open, keys, entries) {
  return { base: '', open, close: ']', keys, entries, internals: undefined, isArray: true, inTypedArray: undefined };
}

function isBare(keys, about) {
  return keys.length === 0 && !about.hasInherited;
}

function arrayShape(print, array, about) {
  const { name, tag } = about;
  const open = name === 'Array' && tag === '' ? '[' : `${prefix(name, tag, 'Array', `(${array.length})`)}[`;
  const keys = extraKeys(array, print.showHidden);
  if (array.length === 0 && isBare(keys, about)) return `${open}]`;
  return brackets(open, keys, collections.arrayEntries);
}

function setShape(print, set, about) {
  const size = call0(sizeOfSet, set);
  const open = `${prefix(about.name, about.tag, 'Set', `(${size})`)}{`;
  const keys = shownKeys(set, print.showHidden);
  if (size === 0 && isBare(keys, about)) return `${open}}`;
  return braces(open, keys, (_, value, depth) =>
    collections.setEntries(print, value, depth, size, about.name !== null));
}

function mapShape(print, map, about) {
  const size = call0(sizeOfMap, map);
  const open = `${prefix(about.name, about.tag, 'Map', `(${size})`)}{`;
  const keys = shownKeys(map, print.showHidden);
  if (size === 0 && isBare(keys, about)) return `${open}}`;
  return braces(open, keys, (_, value, depth) =>
    collections.mapEntriesText(print, value, depth, size, about.name !== null));
}

function typedArrayShape(print, array, about) {
  const { name, tag } = about;
  const length = call0(lengthOfTypedArray, array);
  const open = `${prefix(name, tag, name === null ? call0(typedArrayName, array) : '', `(${length})`)}[`;
  const keys = extraKeys(array, print.showHidden);
  if (array.length === 0 && keys.length === 0 && !print.showHidden) return `${open}]`;
  const shape = brackets(open, keys, () => collections.typedArrayEntries(print, array, length));
  if (print.showHidden) {
    shape.internals = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];
    shape.inTypedArray = true;
  }
  return shape;
}

function iteratorShape(type) {
  return (print, iterator, about) => {
    const usual = `${type} Iterator`;
    const label = about.tag === usual || about.tag === '' ? usual : `${about.tag}] [${usual}`;
    const shape = braces(`[${label}] {`, shownKeys(iterator, print.showHidden));
    shape.entries = (_, value, depth) => {
      const { entries, arePairs } = collections.iteratorEntries(print, value, depth);
      if (arePairs) shape.open = replaceIn(shape.open, / Iterator\] \{$/, ' Entries] {');
      return entries;
    };
    return shape;
  };
}

function functionShape(print, callable, about) {
  const keys = shownKeys(callable, print.showHidden);
  const base = callableText(print, callable, about.name, about.tag);
  if (isBare(keys, about)) return print.style(base, 'special');
  return braces('{', keys, undefined, base);
}

function plainObjectShape(print, object, about, kind) {
  const keys = shownKeys(object, print.showHidden);
  let open = '{';
  if (kind === 'Arguments') open = '[Arguments] {';
  else if (about.tag !== '') open = `${prefix(about.name, about.tag, 'Object')}{`;
  return isBare(keys, about) ? `${open}}` : braces(open, keys);
}

function regExpShape(print, regExp, about) {
  const keys = shownKeys(regExp, print.showHidden);
  const label = prefix(about.name, about.tag, 'RegExp');
  const source = regexpToString(about.name === null ? new RegExp(regExp) : regExp);
  const base = print.style(label === 'RegExp ' ? source : label + source, 'regexp');
  if (isBare(keys, about) || print.isTooDeep(about.depth)) return base;
  return braces('{', keys, undefined, base);
}

function dateShape(print, date, about) {
  const keys = shownKeys(date, print.showHidden);
  const label = prefix(about.name, about.tag, 'Date');
  const isValid = !numberIsNaN(dateGetTime(date));
  const time = isValid ? dateToISOString(date) : dateToString(date);
  const base = label === 'Date ' ? time : label + time;
  return isBare(keys, about) ? print.style(base, 'date') : braces('{', keys, undefined, base);
}

function errorShape(print, error, about) {
  const keys = shownKeys(error, print.showHidden);
  const { errorText, takeStackKey } = require('inspect/errors');
  const base = errorText(print, error, about.name, about.tag, keys);
  if (isBare(keys, about)) return base;
  return braces('{', keys, print.showHidden ? takeStackKey(error, keys) : undefined, base);
}

function arrayBufferShape(print, buffer, about, kind) {
  const keys = shownKeys(buffer, print.showHidden);
  const label = prefix(about.name, about.tag, kind);
  // Below a typed array its contents have just been listed.
  if (about.inTypedArray && isBare(keys, about)) {
    return `${label}{ [byteLength]: ${print.style(numberText(buffer.byteLength, false), 'number')} }`;
  }
  const shape = braces(`${label}{`, keys, about.inTypedArray ? undefined : collections.bufferEntries);
  shape.internals = ['byteLength'];
  shape.inTypedArray = about.inTypedArray;
  return shape;
}

function dataViewShape(print, view, about) {
  const shape = braces(`${prefix(about.name, about.tag, 'DataView')}{`, shownKeys(view, print.showHidden));
  shape.internals = ['byteLength', 'byteOffset', 'buffer'];
  shape.inTypedArray = about.inTypedArray;
  return shape;
}

function holderShape(kind, entries) {
  return (print, value, about) =>
    braces(`${prefix(about.name, about.tag, kind)}{`, shownKeys(value, print.showHidden), entries);
}

function namespaceShape(print, namespace, about) {
  const keys = shownKeys(namespace, print.showHidden);
  return braces(`${prefix(about.name, about.tag, 'Module')}{`, [], (_, value, depth) =>
    collections.namespaceEntries(print, value, depth, keys));
}

const unbox = {
  Number: Number.prototype.valueOf,
  String: String.prototype.valueOf,
  Boolean: Boolean.prototype.valueOf,
  BigInt: BigInt.prototype.valueOf,
  Symbol: Symbol.prototype.valueOf,
};

function boxedShape(print, box, about) {
  const type = boxedName(box);
  let keys = shownKeys(box, print.showHidden);
  if (type === 'String') keys = sliceOf(keys, box.length); // The characters, which the text shows already.
  let base = `[${type}`;
  if (about.name === null) base += ' (null prototype)';
  else if (about.name !== type) base += ` (${about.name})`;
  base += `: ${primitiveText(uncoloured, call0(unbox[type], box), print)}]`;
  if (about.tag !== '' && about.tag !== about.name) base += ` [${about.tag}]`;
  if (keys.length === 0) base = print.style(base, stringToLowerCase(type));
  return isBare(keys, about) ? base : braces('{', keys, undefined, base);
}

function otherShape(print, object, about) {
  const keys = shownKeys(object, print.showHidden);
  if (typeof URL === 'function' && object instanceof URL && !print.isTooDeep(about.depth)) {
    return isBare(keys, about) ? object.href : braces('{', keys, undefined, object.href);
  }
  const open = `${plainPrefix(object, about.name, about.tag)}{`;
  return isBare(keys, about) ? `${open}}` : braces(open, keys);
}

// Shown by what they contain as long as they can be iterated: take Symbol.iterator away, and an Array is an object.
const iterableShapes = {
  Array: arrayShape,
  Set: setShape,
  Map: mapShape,
  TypedArray: typedArrayShape,
  MapIterator: iteratorShape('Map'),
  SetIterator: iteratorShape('Set'),
};

const shapes = {
  RegExp: regExpShape,
  Date: dateShape,
  Error: errorShape,
  ArrayBuffer: arrayBufferShape,
  SharedArrayBuffer: arrayBufferShape,
  DataView: dataViewShape,
  Promise: holderShape('Promise', collections.promiseEntries),
  WeakSet: holderShape('WeakSet', collections.weakEntries),
  WeakMap: holderShape('WeakMap', collections.weakEntries),
  ModuleNamespace: namespaceShape,
  Boxed: boxedShape,
};

function chooseShape(value, kind, name) {
  const iterable = iterableShapes[kind];
  if (iterable !== undefined && (name === null || Symbol.iterator in value)) return iterable;
  if (typeof value === 'function') return functionShape;
  if (name === 'Object') return plainObjectShape;
  if (kind === 'RegExp' || kind === 'Date') return shapes[kind];
  if (value instanceof Error) return errorShape;
  return shapes[kind] ?? otherShape;
}

function shapeOf(print, value, kind, about) {
  return chooseShape(value, kind, about.name)(print, value, about, kind);
}

module.exports = { braces, shapeOf };
