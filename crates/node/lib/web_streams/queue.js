'use strict';
// The queue-with-sizes of the standard, and the conversion of queuing strategies.

const { codes } = require('core/errors');
const { validateFunction } = require('core/validate');

// Removed entries stay before `head` and are cut off now and then: shift() on a long array moves all of it.
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
    // Sizes may be fractions, whose sum is not exact.
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
  if (Number.isNaN(mark) || mark < 0) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark', highWaterMark);
  return mark;
}

const one = () => 1;

// Called as a function, not as a method.
const sizeOf = ({ size }) => (size === undefined ? one : (chunk) => size(chunk));

module.exports = { SizedQueue, readStrategy, highWaterMarkOf, sizeOf };
