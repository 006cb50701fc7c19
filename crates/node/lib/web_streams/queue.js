'use strict';
// A queue whose entries have sizes, and what a strategy says about how much may wait in it.

const { codes } = require('core/errors');
const { validateFunction } = require('core/validate');

// Taken entries are left behind `head` and cut off now and then: shift() on a long array moves all of it.
class SizedQueue {
  #entries = [];
  #sizes = [];
  #head = 0;
  total = 0;

  get length() {
    return this.#entries.length - this.#head;
  }

  enqueue(value, size) {
    const count = Number(size);
    if (Number.isNaN(count) || count < 0 || count === Infinity) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('size', size);
    this.push(value, count);
  }

  push(value, size) {
    this.#entries.push(value);
    this.#sizes.push(size);
    this.total += size;
  }

  shift() {
    const value = this.#entries[this.#head];
    // The sizes may be fractions, whose sum does not come out even.
    this.total = Math.max(0, this.total - this.#sizes[this.#head]);
    this.#entries[this.#head++] = undefined;
    if (this.#head === this.#entries.length) {
      this.#entries.length = this.#sizes.length = this.#head = 0;
    } else if (this.#head === 1024) {
      this.#entries.splice(0, this.#head);
      this.#sizes.splice(0, this.#head);
      this.#head = 0;
    }
    return value;
  }

  peek() {
    return this.#entries[this.#head];
  }

  clear() {
    this.#entries = [];
    this.#sizes = [];
    this.#head = 0;
    this.total = 0;
  }
}

// Not a plain object: what a program puts on Object.prototype is no strategy.
const NONE = { highWaterMark: undefined, size: undefined };

// A strategy as a dictionary: its members read once, in the order of the alphabet.
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
  if (Number.isNaN(mark) || mark < 0) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark', highWaterMark);
  return mark;
}

const one = () => 1;

// Called as a plain function.
const sizeOf = ({ size }) => (size === undefined ? one : (chunk) => size(chunk));

module.exports = { SizedQueue, readStrategy, highWaterMarkOf, sizeOf };
