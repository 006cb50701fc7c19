'use strict';

// The shape of an object: the text around its entries, and where the entries come from.
//
//   base   before the brace: `[Function: f]`, a date, an error's stack
//   open   the opening brace with its prefix: `Map(2) {`, `[`
//   entries(ctx, value, depth)     the contents that the engine holds; undefined if there are only properties
//   internals   names of internal values listed like properties: byteLength, buffer; undefined if there are none
//   keys   the properties to list
//
// A value without braces is returned as a complete string.

const globals = require('globals');
const {
  dateGetTime, dateToISOString, dateToString, numberIsNaN, objectGetPrototypeOf, regexpToString, stringToLowerCase, take,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { callableText } = require('inspect/callables');
const collections = require('inspect/collections');
const { boxedName, defaultPrefix, prefix, typedArrayName } = require('inspect/naming');
const { stylizeNoColor } = require('inspect/palette');
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

function hasNoProperties(keys, info) {
  return keys.length === 0 && !info.hasInherited;
}

function arrayShape(ctx, array, info) {
  const { name, tag } = info;
  const open = name === 'Array' && tag === '' ? '[' : `${prefix(name, tag, 'Array', `(${array.length})`)}[`;
  const keys = extraKeys(array, ctx.showHidden);
  if (array.length === 0 && hasNoProperties(keys, info)) return `${open}]`;
  return brackets(open, keys, collections.arrayEntries);
}

function setShape(ctx, set, info) {
  const size = call0(sizeOfSet, set);
  const open = `${prefix(info.name, info.tag, 'Set', `(${size})`)}{`;
  const keys = shownKeys(set, ctx.showHidden);
  if (size === 0 && hasNoProperties(keys, info)) return `${open}}`;
  return braces(open, keys, (_, value, depth) =>
    collections.setEntries(ctx, value, depth, size, info.name !== null));
}

function mapShape(ctx, map, info) {
  const size = call0(sizeOfMap, map);
  const open = `${prefix(info.name, info.tag, 'Map', `(${size})`)}{`;
  const keys = shownKeys(map, ctx.showHidden);
  if (size === 0 && hasNoProperties(keys, info)) return `${open}}`;
  return braces(open, keys, (_, value, depth) =>
    collections.mapEntriesText(ctx, value, depth, size, info.name !== null));
}

function typedArrayShape(ctx, array, info) {
  const { name, tag } = info;
  const length = call0(lengthOfTypedArray, array);
  const open = `${prefix(name, tag, name === null ? call0(typedArrayName, array) : '', `(${length})`)}[`;
  const keys = extraKeys(array, ctx.showHidden);
  if (array.length === 0 && keys.length === 0 && !ctx.showHidden) return `${open}]`;
  const shape = brackets(open, keys, () => collections.typedArrayEntries(ctx, array, length));
  if (ctx.showHidden) {
    shape.internals = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];
    shape.inTypedArray = true;
  }
  return shape;
}

function iteratorShape(type) {
  return (ctx, iterator, info) => {
    const defaultTag = `${type} Iterator`;
    const label = info.tag === defaultTag || info.tag === '' ? defaultTag : `${info.tag}] [${defaultTag}`;
    const shape = braces(`[${label}] {`, shownKeys(iterator, ctx.showHidden));
    shape.entries = (_, value, depth) => {
      const { entries, arePairs } = collections.iteratorEntries(ctx, value, depth);
      if (arePairs) shape.open = replaceIn(shape.open, / Iterator\] \{$/, ' Entries] {');
      return entries;
    };
    return shape;
  };
}

function functionShape(ctx, callable, info) {
  const keys = shownKeys(callable, ctx.showHidden);
  const base = callableText(ctx, callable, info.name, info.tag);
  if (hasNoProperties(keys, info)) return ctx.style(base, 'special');
  return braces('{', keys, undefined, base);
}

function plainObjectShape(ctx, object, info, kind) {
  const keys = shownKeys(object, ctx.showHidden);
  let open = '{';
  if (kind === 'Arguments') open = '[Arguments] {';
  else if (info.tag !== '') open = `${prefix(info.name, info.tag, 'Object')}{`;
  return hasNoProperties(keys, info) ? `${open}}` : braces(open, keys);
}

function regExpShape(ctx, regExp, info) {
  const keys = shownKeys(regExp, ctx.showHidden);
  const label = prefix(info.name, info.tag, 'RegExp');
  const source = regexpToString(info.name === null ? new RegExp(regExp) : regExp);
  const base = ctx.style(label === 'RegExp ' ? source : label + source, 'regexp');
  if (hasNoProperties(keys, info) || ctx.isTooDeep(info.depth)) return base;
  return braces('{', keys, undefined, base);
}

function dateShape(ctx, date, info) {
  const keys = shownKeys(date, ctx.showHidden);
  const label = prefix(info.name, info.tag, 'Date');
  const isValid = !numberIsNaN(dateGetTime(date));
  const time = isValid ? dateToISOString(date) : dateToString(date);
  const base = label === 'Date ' ? time : label + time;
  return hasNoProperties(keys, info) ? ctx.style(base, 'date') : braces('{', keys, undefined, base);
}

function errorShape(ctx, error, info) {
  const keys = shownKeys(error, ctx.showHidden);
  const { errorText, extractStackKey } = require('inspect/errors');
  const base = errorText(ctx, error, info.name, info.tag, keys);
  if (hasNoProperties(keys, info)) return base;
  return braces('{', keys, ctx.showHidden ? extractStackKey(error, keys) : undefined, base);
}

function arrayBufferShape(ctx, buffer, info, kind) {
  const keys = shownKeys(buffer, ctx.showHidden);
  const label = prefix(info.name, info.tag, kind);
  // The contents were just listed with the typed array.
  if (info.inTypedArray && hasNoProperties(keys, info)) {
    return `${label}{ [byteLength]: ${ctx.style(numberText(buffer.byteLength, false), 'number')} }`;
  }
  const shape = braces(`${label}{`, keys, info.inTypedArray ? undefined : collections.bufferEntries);
  shape.internals = ['byteLength'];
  shape.inTypedArray = info.inTypedArray;
  return shape;
}

function dataViewShape(ctx, view, info) {
  const shape = braces(`${prefix(info.name, info.tag, 'DataView')}{`, shownKeys(view, ctx.showHidden));
  shape.internals = ['byteLength', 'byteOffset', 'buffer'];
  shape.inTypedArray = info.inTypedArray;
  return shape;
}

function containerShape(kind, entries) {
  return (ctx, value, info) =>
    braces(`${prefix(info.name, info.tag, kind)}{`, shownKeys(value, ctx.showHidden), entries);
}

function namespaceShape(ctx, namespace, info) {
  const keys = shownKeys(namespace, ctx.showHidden);
  return braces(`${prefix(info.name, info.tag, 'Module')}{`, [], (_, value, depth) =>
    collections.namespaceEntries(ctx, value, depth, keys));
}

const unbox = {
  Number: Number.prototype.valueOf,
  String: String.prototype.valueOf,
  Boolean: Boolean.prototype.valueOf,
  BigInt: BigInt.prototype.valueOf,
  Symbol: Symbol.prototype.valueOf,
};

function boxedShape(ctx, box, info) {
  const type = boxedName(box);
  let keys = shownKeys(box, ctx.showHidden);
  if (type === 'String') keys = sliceOf(keys, box.length); // The characters, which are part of the text.
  let base = `[${type}`;
  if (info.name === null) base += ' (null prototype)';
  else if (info.name !== type) base += ` (${info.name})`;
  base += `: ${primitiveText(stylizeNoColor, call0(unbox[type], box), ctx)}]`;
  if (info.tag !== '' && info.tag !== info.name) base += ` [${info.tag}]`;
  if (keys.length === 0) base = ctx.style(base, stringToLowerCase(type));
  return hasNoProperties(keys, info) ? base : braces('{', keys, undefined, base);
}

function otherShape(ctx, object, info) {
  const keys = shownKeys(object, ctx.showHidden);
  if (typeof globals.URL === 'function' && object instanceof globals.URL && !ctx.isTooDeep(info.depth)) {
    return hasNoProperties(keys, info) ? object.href : braces('{', keys, undefined, object.href);
  }
  const open = `${defaultPrefix(object, info.name, info.tag)}{`;
  return hasNoProperties(keys, info) ? `${open}}` : braces(open, keys);
}

// Shown by their contents as long as they are iterable: without Symbol.iterator, an Array is an object.
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
  Promise: containerShape('Promise', collections.promiseEntries),
  WeakSet: containerShape('WeakSet', collections.weakEntries),
  WeakMap: containerShape('WeakMap', collections.weakEntries),
  ModuleNamespace: namespaceShape,
  Boxed: boxedShape,
};

function selectShape(value, kind, name) {
  const iterable = iterableShapes[kind];
  if (iterable !== undefined && (name === null || Symbol.iterator in value)) return iterable;
  if (typeof value === 'function') return functionShape;
  if (name === 'Object') return plainObjectShape;
  if (kind === 'RegExp' || kind === 'Date') return shapes[kind];
  if (value instanceof Error) return errorShape;
  return shapes[kind] ?? otherShape;
}

function shapeOf(ctx, value, kind, info) {
  return selectShape(value, kind, info.name)(ctx, value, info, kind);
}

module.exports = { braces, shapeOf };
