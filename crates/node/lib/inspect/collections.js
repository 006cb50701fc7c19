'use strict';

// The entries of everything with contents: arrays, typed arrays, buffers, sets, maps, their iterators, promises, module
// namespaces. Each function returns a list of strings, which layout.js joins.

const {
  arrayJoin, arrayMap, arrayPush, arraySort, arrayStaticFrom, classReferenceError: ReferenceError, mathMax, mathMin,
  numberProtoToString, objectGetOwnPropertyDescriptor, objectKeys,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { reduceToSingleString } = require('inspect/layout');
const { isIndex, propertyText, propertyValueText } = require('inspect/properties');
const { bigintText, numberText } = require('inspect/text');

const { getPromiseDetails, previewEntries } = binding('inspect');

const setValues = Set.prototype.values;
const mapEntries = Map.prototype.entries;

function moreItems(count) {
  return `... ${count} more item${count > 1 ? 's' : ''}`;
}

function shownCount(ctx, length) {
  return mathMin(mathMax(0, ctx.maxArrayLength), length);
}

function holes(ctx, count) {
  return ctx.style(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined');
}

function arrayEntries(ctx, array, depth) {
  const { length } = array;
  const limit = shownCount(ctx, length);
  const entries = [];
  for (let i = 0; i < limit; i++) {
    const property = objectGetOwnPropertyDescriptor(array, i);
    if (property === undefined) return sparseEntries(ctx, array, depth, limit, entries);
    arrayPush(entries, propertyValueText(ctx, property, depth, array));
  }
  if (length > limit) arrayPush(entries, moreItems(length - limit));
  return entries;
}

// A run of holes is one entry, and counts as one towards the limit.
function sparseEntries(ctx, array, depth, limit, entries) {
  let next = entries.length;
  for (const key of each(sliceOf(objectKeys(array), next))) {
    if (entries.length >= limit || !isIndex(key)) break;
    const index = +key;
    if (index !== next) {
      arrayPush(entries, holes(ctx, index - next));
      next = index;
      if (entries.length >= limit) break;
    }
    arrayPush(entries, propertyValueText(ctx, objectGetOwnPropertyDescriptor(array, key), depth, array));
    next++;
  }
  const rest = array.length - next;
  if (rest > 0) arrayPush(entries, entries.length < limit ? holes(ctx, rest) : moreItems(rest));
  return entries;
}

function typedArrayEntries(ctx, array, length) {
  const limit = shownCount(ctx, length);
  const separated = ctx.numericSeparator;
  const isNumber = length > 0 && typeof array[0] === 'number';
  const entries = new Array(limit);
  for (let i = 0; i < limit; i++) {
    entries[i] = isNumber ?
      ctx.style(numberText(array[i], separated), 'number') :
      ctx.style(bigintText(array[i], separated), 'bigint');
  }
  if (length > limit) arrayPush(entries, moreItems(length - limit));
  return entries;
}

function bufferEntries(ctx, buffer) {
  let bytes;
  try {
    bytes = new Uint8Array(buffer);
  } catch {
    return [ctx.style('(detached)', 'special')];
  }
  const limit = shownCount(ctx, bytes.length);
  const shown = arrayJoin(arrayStaticFrom(each(bytes.subarray(0, limit)), (byte) => (byte < 16 ? '0' : '') + numberProtoToString(byte, 16)), ' ');
  const hidden = bytes.length - ctx.maxArrayLength;
  const more = hidden > 0 ? ` ... ${hidden} more byte${hidden > 1 ? 's' : ''}` : '';
  return [`${ctx.style('[Uint8Contents]', 'special')}: <${shown}${more}>`];
}

// A subclass of Set or Map may have its own iterator, and Node shows that one's entries. Without a prototype only the engine's is
// available, and then Node applies no limit.
function setEntries(ctx, set, depth, size, hasPrototype) {
  const limit = hasPrototype ? shownCount(ctx, size) : Infinity;
  const entries = [];
  ctx.indentation += 2;
  for (const value of each(hasPrototype ? set : call0(setValues, set))) {
    if (entries.length >= limit) break;
    arrayPush(entries, ctx.value(value, depth));
  }
  ctx.indentation -= 2;
  if (size > limit) arrayPush(entries, moreItems(size - limit));
  return entries;
}

function mapEntriesText(ctx, map, depth, size, hasPrototype) {
  const limit = hasPrototype ? shownCount(ctx, size) : Infinity;
  const entries = [];
  ctx.indentation += 2;
  for (const { 0: key, 1: value } of each(hasPrototype ? map : call0(mapEntries, map))) {
    if (entries.length >= limit) break;
    arrayPush(entries, `${ctx.value(key, depth)} => ${ctx.value(value, depth)}`);
  }
  ctx.indentation -= 2;
  if (size > limit) arrayPush(entries, moreItems(size - limit));
  return entries;
}

function unknownItems(ctx) {
  return [ctx.style('<items unknown>', 'special')];
}

// Their order depends on the collector, so they are sorted by their text.
function weakEntries(ctx, collection, depth) {
  const preview = ctx.showHidden ? previewEntries(collection) : undefined;
  if (preview === undefined) return unknownItems(ctx);
  const { 0: items, 1: arePairs } = preview;
  const step = arePairs ? 2 : 1;
  const length = items.length / step;
  const limit = shownCount(ctx, length);
  const entries = [];
  ctx.indentation += 2;
  for (let i = 0; i < limit; i++) {
    const text = ctx.value(items[step * i], depth);
    arrayPush(entries, arePairs ? `${text} => ${ctx.value(items[step * i + 1], depth)}` : text);
  }
  ctx.indentation -= 2;
  if (!ctx.sorted) arraySort(entries);
  if (length > limit) arrayPush(entries, moreItems(length - limit));
  return entries;
}

/** The remaining entries of a Map or Set iterator: { entries, arePairs }. The engine returns them without advancing it. */
function iteratorEntries(ctx, iterator, depth) {
  const preview = previewEntries(iterator);
  if (preview === undefined) return { entries: unknownItems(ctx), arePairs: false };
  const { 0: items, 1: arePairs } = preview;
  const step = arePairs ? 2 : 1;
  const length = items.length / step;
  const limit = shownCount(ctx, length);
  const entries = [];
  ctx.indentation += 2;
  for (let i = 0; i < limit; i++) {
    if (!arePairs) arrayPush(entries, ctx.value(items[i], depth));
    else {
      const pair = [ctx.value(items[2 * i], depth), ctx.value(items[2 * i + 1], depth)];
      arrayPush(entries, reduceToSingleString(ctx, pair, '', '[', ']', true, depth));
    }
  }
  ctx.indentation -= 2;
  if (length > limit) arrayPush(entries, moreItems(length - limit));
  return { entries, arePairs };
}

const PENDING = 0;
const REJECTED = 2;

function promiseEntries(ctx, promise, depth) {
  const known = getPromiseDetails(promise);
  if (known === undefined) return [ctx.style('<state unknown>', 'special')];
  const { 0: state, 1: result } = known;
  if (state === PENDING) return [ctx.style('<pending>', 'special')];
  ctx.indentation += 2;
  const text = ctx.value(result, depth);
  ctx.indentation -= 2;
  return [state === REJECTED ? `${ctx.style('<rejected>', 'special')} ${text}` : text];
}

/** Reading a binding that its module has not initialised yet throws. */
function namespaceEntries(ctx, namespace, depth, keys) {
  return arrayMap(keys, (key) => {
    let property;
    try {
      property = objectGetOwnPropertyDescriptor(namespace, key);
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      const unset = { __proto__: null, value: undefined, enumerable: true };
      const text = propertyText(ctx, namespace, key, unset, depth, false);
      const undefinedText = ctx.style('undefined', 'undefined');
      return sliceOf(text, 0, -undefinedText.length) + ctx.style('<uninitialized>', 'special');
    }
    return propertyText(ctx, namespace, key, property, depth, false);
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
