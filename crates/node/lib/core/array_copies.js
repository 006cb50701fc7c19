'use strict';
// Array methods that create arrays, for built-in files: the engine's consult `constructor[Symbol.species]`.

const { defineProperty } = require('engine');
const { arrayIsArray } = require('core/intrinsics');

// list[at] = value, also if a program has defined an accessor or a constant of that index on Array.prototype. Reading it back costs
// nothing in compiled code.
function put(list, at, value) {
  try {
    list[at] = value;
    if (list[at] === value) return;
  } catch {
    // Thrown by that accessor, or since it is constant.
  }
  defineElement(list, at, value);
}

function defineElement(list, at, value) {
  defineProperty(list, at, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

function slice(list, from = 0, to = list.length) {
  const { length } = list;
  if (from < 0) from = from + length < 0 ? 0 : from + length;
  if (to < 0) to += length;
  if (to > length) to = length;
  const copy = [];
  for (let i = from; i < to; i++) put(copy, i - from, list[i]);
  return copy;
}

// Removes `count` values, inserts at most one, and returns the removed values.
function splice(list, from, count, value) {
  const { length } = list;
  if (from < 0) from = from + length < 0 ? 0 : from + length;
  if (from > length) from = length;
  if (count > length - from) count = length - from;
  if (count < 0) count = 0;
  const removed = slice(list, from, from + count);
  const added = arguments.length > 3 ? 1 : 0;
  if (added > count) for (let i = length; i > from; i--) put(list, i, list[i - 1]);
  else if (added < count) for (let i = from + count; i < length; i++) put(list, i - count + added, list[i]);
  if (added === 1) put(list, from, value);
  if (added < count) list.length = length - count + added;
  return removed;
}

function map(list, callback) {
  const result = [];
  for (let i = 0; i < list.length; i++) put(result, i, callback(list[i], i, list));
  return result;
}

function filter(list, callback) {
  const kept = [];
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (callback(value, i, list)) put(kept, kept.length, value);
  }
  return kept;
}

function append(list, value) {
  if (!arrayIsArray(value)) put(list, list.length, value);
  else for (let i = 0; i < value.length; i++) put(list, list.length, value[i]);
}

function concat(list, more) {
  const joined = slice(list);
  append(joined, more);
  return joined;
}

function flatMap(list, callback) {
  const result = [];
  for (let i = 0; i < list.length; i++) append(result, callback(list[i], i, list));
  return result;
}

const flat = (list) => flatMap(list, (value) => value);

module.exports = { concat, defineElement, filter, flat, flatMap, map, slice, splice };
