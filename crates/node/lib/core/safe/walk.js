'use strict';
// Replacements for for-of and spread in built-in files: these look up Array.prototype[Symbol.iterator], which a program can replace.

const { setPrototypeOf } = require('engine');
const { arrayIsArray, arrayPush } = require('core/intrinsics');

// On the prototypes of core/safe/collections.js: creates an iterator.
const kWalk = Symbol('walk');

class Steps {
  constructor(list) {
    this.list = list;
    this.at = 0;
  }

  next() {
    const { list, at } = this;
    if (at >= list.length) return { done: true, value: undefined };
    this.at = at + 1;
    return { done: false, value: list[at] };
  }

  [Symbol.iterator]() { return this; }
}

setPrototypeOf(Steps.prototype, null);

// for (const x of each(things)), f(...each(things)): iterates arrays, strings and safe collections without the iterators of the
// prototypes; other values by their own iterator. For large arrays a loop is faster.
function each(things) {
  if (arrayIsArray(things)) return new Steps(things);
  if (typeof things === 'string') return new Steps(codePoints(things));
  return things?.[kWalk] === undefined ? things : things[kWalk]();
}

function codePoints(text) {
  const { stringCharCodeAt } = require('core/intrinsics');
  const list = [];
  for (let i = 0; i < text.length; i++) {
    const code = stringCharCodeAt(text, i);
    const isPair = code >= 0xD800 && code < 0xDC00 && i + 1 < text.length && (stringCharCodeAt(text, i + 1) & 0xFC00) === 0xDC00;
    arrayPush(list, isPair ? text[i] + text[++i] : text[i]);
  }
  return list;
}

// An array of what keys(), values() and entries() of a Map, Set or array would yield.
const keysOf = (things) => listOf(things, (value, key) => key);
const valuesOf = (things) => listOf(things, (value) => value);
const entriesOf = (things) => listOf(things, (value, key) => [key, value]);

function listOf(things, pick) {
  const list = [];
  const add = (value, key) => { arrayPush(list, pick(value, key)); };
  if (arrayIsArray(things)) for (let i = 0; i < things.length; i++) add(things[i], i);
  else if (things[kWalk] !== undefined) things.forEach(add);
  else if (things instanceof Set) require('core/intrinsics').setForEach(things, add);
  else require('core/intrinsics').mapForEach(things, add);
  return list;
}

function appendAll(list, more) {
  if (!arrayIsArray(more)) for (const value of each(more)) arrayPush(list, value);
  else for (let i = 0; i < more.length; i++) arrayPush(list, more[i]);
}

module.exports = { appendAll, each, entriesOf, kWalk, keysOf, valuesOf };
