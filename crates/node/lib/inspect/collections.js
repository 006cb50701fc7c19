'use strict';

// The entries of everything that holds others: arrays, typed arrays, buffers, sets, maps, their iterators, promises,
// module namespaces. Each function returns a list of texts; layout joins them.

const {
  arrayJoin, arrayMap, arrayPush, arraySort, arrayStaticFrom, mathMax, mathMin, numberProtoToString,
  objectGetOwnPropertyDescriptor, objectKeys,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { arrange } = require('inspect/layout');
const { isIndex, propertyText, propertyValueText } = require('inspect/properties');
const { bigintText, numberText } = require('inspect/text');

const { promiseState, previewIterator } = binding('inspect');

const setValues = Set.prototype.values;
const mapEntries = Map.prototype.entries;

function moreItems(count) {
  return `... ${count} more item${count > 1 ? 's' : ''}`;
}

function shownCount(print, length) {
  return mathMin(mathMax(0, print.maxArrayLength), length);
}

function holes(print, count) {
  return print.style(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined');
}

function arrayEntries(print, array, depth) {
  const { length } = array;
  const limit = shownCount(print, length);
  const entries = [];
  for (let i = 0; i < limit; i++) {
    const property = objectGetOwnPropertyDescriptor(array, i);
    if (property === undefined) return sparseEntries(print, array, depth, limit, entries);
    arrayPush(entries, propertyValueText(print, property, depth, array));
  }
  if (length > limit) arrayPush(entries, moreItems(length - limit));
  return entries;
}

// A run of holes is one entry, and counts as one towards the limit.
function sparseEntries(print, array, depth, limit, entries) {
  let next = entries.length;
  for (const key of each(sliceOf(objectKeys(array), next))) {
    if (entries.length >= limit || !isIndex(key)) break;
    const index = +key;
    if (index !== next) {
      arrayPush(entries, holes(print, index - next));
      next = index;
      if (entries.length >= limit) break;
    }
    arrayPush(entries, propertyValueText(print, objectGetOwnPropertyDescriptor(array, key), depth, array));
    next++;
  }
  const rest = array.length - next;
  if (rest > 0) arrayPush(entries, entries.length < limit ? holes(print, rest) : moreItems(rest));
  return entries;
}

function typedArrayEntries(print, array, length) {
  const limit = shownCount(print, length);
  const separated = print.numericSeparator;
  const isNumber = length > 0 && typeof array[0] === 'number';
  const entries = new Array(limit);
  for (let i = 0; i < limit; i++) {
    entries[i] = isNumber ?
      print.style(numberText(array[i], separated), 'number') :
      print.style(bigintText(array[i], separated), 'bigint');
  }
  if (length > limit) arrayPush(entries, moreItems(length - limit));
  return entries;
}

function bufferEntries(print, buffer) {
  let bytes;
  try {
    bytes = new Uint8Array(buffer);
  } catch {
    return [print.style('(detached)', 'special')];
  }
  const limit = shownCount(print, bytes.length);
  const shown = arrayJoin(arrayStaticFrom(each(bytes.subarray(0, limit)), (byte) => (byte < 16 ? '0' : '') + numberProtoToString(byte, 16)), ' ');
  const hidden = bytes.length - print.maxArrayLength;
  const more = hidden > 0 ? ` ... ${hidden} more byte${hidden > 1 ? 's' : ''}` : '';
  return [`${print.style('[Uint8Contents]', 'special')}: <${shown}${more}>`];
}

// A Set or Map that a program subclassed may have an iterator of its own, and it is the one Node shows. Without a
// prototype only the engine's is left, and then Node knows no limit.
function setEntries(print, set, depth, size, hasPrototype) {
  const limit = hasPrototype ? shownCount(print, size) : Infinity;
  const entries = [];
  print.indentation += 2;
  for (const value of each(hasPrototype ? set : call0(setValues, set))) {
    if (entries.length >= limit) break;
    arrayPush(entries, print.value(value, depth));
  }
  print.indentation -= 2;
  if (size > limit) arrayPush(entries, moreItems(size - limit));
  return entries;
}

function mapEntriesText(print, map, depth, size, hasPrototype) {
  const limit = hasPrototype ? shownCount(print, size) : Infinity;
  const entries = [];
  print.indentation += 2;
  for (const { 0: key, 1: value } of each(hasPrototype ? map : call0(mapEntries, map))) {
    if (entries.length >= limit) break;
    arrayPush(entries, `${print.value(key, depth)} => ${print.value(value, depth)}`);
  }
  print.indentation -= 2;
  if (size > limit) arrayPush(entries, moreItems(size - limit));
  return entries;
}

function unknownItems(print) {
  return [print.style('<items unknown>', 'special')];
}

// Their order would be the collector's, so they are sorted by their text.
function weakEntries(print, collection, depth) {
  const preview = print.showHidden ? previewIterator(collection) : undefined;
  if (preview === undefined) return unknownItems(print);
  const { 0: items, 1: arePairs } = preview;
  const step = arePairs ? 2 : 1;
  const length = items.length / step;
  const limit = shownCount(print, length);
  const entries = [];
  print.indentation += 2;
  for (let i = 0; i < limit; i++) {
    const text = print.value(items[step * i], depth);
    arrayPush(entries, arePairs ? `${text} => ${print.value(items[step * i + 1], depth)}` : text);
  }
  print.indentation -= 2;
  if (!print.sorted) arraySort(entries);
  if (length > limit) arrayPush(entries, moreItems(length - limit));
  return entries;
}

/** What is left in a Map or Set iterator: { entries, arePairs }. The engine says so without advancing it. */
function iteratorEntries(print, iterator, depth) {
  const preview = previewIterator(iterator);
  if (preview === undefined) return { entries: unknownItems(print), arePairs: false };
  const { 0: items, 1: arePairs } = preview;
  const step = arePairs ? 2 : 1;
  const length = items.length / step;
  const limit = shownCount(print, length);
  const entries = [];
  print.indentation += 2;
  for (let i = 0; i < limit; i++) {
    if (!arePairs) arrayPush(entries, print.value(items[i], depth));
    else {
      const pair = [print.value(items[2 * i], depth), print.value(items[2 * i + 1], depth)];
      arrayPush(entries, arrange(print, pair, '', '[', ']', true, depth));
    }
  }
  print.indentation -= 2;
  if (length > limit) arrayPush(entries, moreItems(length - limit));
  return { entries, arePairs };
}

const PENDING = 0;
const REJECTED = 2;

function promiseEntries(print, promise, depth) {
  const known = promiseState(promise);
  if (known === undefined) return [print.style('<state unknown>', 'special')];
  const { 0: state, 1: result } = known;
  if (state === PENDING) return [print.style('<pending>', 'special')];
  print.indentation += 2;
  const text = print.value(result, depth);
  print.indentation -= 2;
  return [state === REJECTED ? `${print.style('<rejected>', 'special')} ${text}` : text];
}

/** A binding that its module has not initialised yet throws when it is read. */
function namespaceEntries(print, namespace, depth, keys) {
  return arrayMap(keys, (key) => {
    let property;
    try {
      property = objectGetOwnPropertyDescriptor(namespace, key);
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      const unset = { value: undefined, enumerable: true };
      const text = propertyText(print, namespace, key, unset, depth, false);
      const undefinedText = print.style('undefined', 'undefined');
      return sliceOf(text, 0, -undefinedText.length) + print.style('<uninitialized>', 'special');
    }
    return propertyText(print, namespace, key, property, depth, false);
  });
}

module.exports = {
  arrayEntries,
  bufferEntries,
  iteratorEntries,
  mapEntriesText,
  namespaceEntries,
  promiseEntries,
  setEntries,
  typedArrayEntries,
  weakEntries,
};
