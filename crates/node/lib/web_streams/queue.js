'use strict';
// The queue-with-sizes of the standard, and the conversion of queuing strategies.

const { arrayPush, arraySplice, numberIsNaN } = require('core/intrinsics');
const { codes } = require('core/errors');
const { validateFunction } = require('core/validate');

// The oldest entry is a field: most queues never hold a second one. Others follow in #rest, as pairs of value and size; removed
// pairs stay before #head and are cut off now and then, since shift() on a long array moves all of it.
class SizedQueue {
  #value = undefined;
  #size = 0;
  #rest = undefined;
  #head = 0;
  length = 0;
  total = 0;

  enqueue(value, size) {
    if (size !== 1) {
      const count = Number(size);
      if (numberIsNaN(count) || count < 0 || count === Infinity) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('size', size);
      size = count;
    }
    this.push(value, size);
  }

  push(value, size) {
    if (this.length++ === 0) {
      this.#value = value;
      this.#size = size;
    } else {
      const rest = this.#rest ??= [];
      arrayPush(rest, value);
      arrayPush(rest, size);
    }
    this.total += size;
  }

  shift() {
    const value = this.#value;
    // Sizes may be fractions, whose sum is not exact.
    const total = this.total - this.#size;
    this.total = total > 0 ? total : 0;
    if (--this.length === 0) {
      this.#value = undefined;
    } else {
      this.#advance();
    }
    return value;
  }

  #advance() {
    const rest = this.#rest;
    const head = this.#head;
    this.#value = rest[head];
    this.#size = rest[head + 1];
    rest[head] = undefined;
    this.#head = head + 2;
    if (this.#head === rest.length) {
      rest.length = this.#head = 0;
    } else if (this.#head === 2048) {
      arraySplice(rest, 0, this.#head);
      this.#head = 0;
    }
  }

  peek() {
    return this.#value;
  }

  clear() {
    this.#value = undefined;
    this.#rest = undefined;
    this.#head = 0;
    this.length = 0;
    this.total = 0;
  }
}

// Own properties, so that properties of Object.prototype are ignored.
const NONE = { highWaterMark: undefined, size: undefined };

// Converts a strategy as a WebIDL dictionary: members are read once, in lexicographical order.
function readStrategy(strategy, name = 'strategy') {
  if (strategy === undefined || strategy === null) return NONE;
  if (typeof strategy !== 'object' && typeof strategy !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'Object', strategy);
  }
  const { highWaterMark, size } = strategy;
  if (highWaterMark !== undefined) +highWaterMark;
  if (size !== undefined) validateFunction(size, 'strategy.size');
  return { highWaterMark, size };
}

function highWaterMarkOf({ highWaterMark }, fallback) {
  if (highWaterMark === undefined) return fallback;
  const mark = +highWaterMark;
  if (numberIsNaN(mark) || mark < 0) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark', highWaterMark);
  return mark;
}

const one = () => 1;

// Called as a function, not as a method.
const sizeOf = ({ size }) => (size === undefined ? one : (chunk) => size(chunk));

module.exports = { SizedQueue, readStrategy, highWaterMarkOf, sizeOf };
