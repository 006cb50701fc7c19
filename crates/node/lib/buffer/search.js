'use strict';

// Operations on bytes: indexOf, compare, fill, copy, swap.

const {
  arrayBufferStaticIsView, mathFloor, mathMax, mathMin, mathTrunc, numberIsFinite, objectGetPrototypeOf, stringCharCodeAt,
  typedArrayBuffer, typedArrayByteOffset,
} = require('core/intrinsics');
const { call2, call3, call4 } = require('core/safe/calls');
const { codes } = require('core/errors');
const { validateInteger } = require('core/validate');
const { isUint8Array } = require('util/types');
const { UTF8, UTF16LE, LATIN1, byteLengthOf, encodingOf, knownEncoding } = require('buffer/encodings');

const { encodeInto } = require('buffer/codec');
const { viewOf } = require('core/bytes');

const native = binding('buffer');
const typedArray = objectGetPrototypeOf(Uint8Array.prototype);

// The bytes of a string, not allocated from the pool.
function encode(string, encoding) {
  const size = byteLengthOf(string, encoding);
  const bytes = new Uint8Array(size);
  const written = encodeInto(bytes, string, 0, size, encoding);
  return written === size ? bytes : bytes.subarray(0, written);
}

// Where a search starts: negative counts from the end; past the end only an empty needle is found.
function searchStart(length, offset, needleLength, forward) {
  if (offset < 0) {
    if (offset + length >= 0) return length + offset;
    return forward || needleLength === 0 ? 0 : -1;
  }
  if (offset + needleLength <= length) return offset;
  if (needleLength === 0) return length;
  return forward ? -1 : length - 1;
}

// `end`, from the start: only matches that end at or before it count.
function searchEnd(length, end) {
  if (end === undefined) return length;
  return numberIsFinite(end) ? mathMax(0, mathMin(mathTrunc(end), length)) : 0;
}

function search(bytes, value, byteOffset, end, encoding, forward) {
  if (!arrayBufferStaticIsView(bytes)) {
    throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], bytes);
  }
  // The encoding may be passed in place of either number.
  if (typeof byteOffset === 'string') {
    encoding = byteOffset;
    byteOffset = undefined;
    if (typeof end === 'string') end = undefined;
  } else if (typeof end === 'string') {
    encoding = end;
    end = undefined;
  }
  byteOffset = +byteOffset;
  if (byteOffset !== byteOffset) byteOffset = forward ? 0 : bytes.length;
  byteOffset = mathTrunc(byteOffset);
  const range = { offset: byteOffset, end: searchEnd(bytes.length, end), forward };

  if (typeof value === 'number') return searchByte(bytes, (value >>> 0) & 0xff, range);
  let number = UTF8;
  if (encoding !== undefined) number = encodingOf(encoding);
  if (typeof value === 'string') {
    if (number === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    return searchBytes(bytes, encode(value, number), range, number);
  }
  if (isUint8Array(value)) return searchBytes(bytes, value, range, number ?? UTF8);
  throw new codes.ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
}

function searchByte(bytes, byte, { offset, end, forward }) {
  const start = searchStart(bytes.length, offset, 1, forward);
  if (start < 0 || end === 0 || (forward && start >= end)) return -1;
  if (!forward) return lastByte(bytes, byte, mathMin(start, end - 1));
  const found = call2(typedArray.indexOf, bytes, byte, start);
  return found < end ? found : -1;
}

// Up to this length JavaScript is faster than the native call.
const kShort = 256;

// The engine's own function compares one byte at a time.
function lastByte(bytes, byte, start) {
  return start < kShort ? call2(typedArray.lastIndexOf, bytes, byte, start) : native.lastIndexOfByte(bytes, byte, start);
}

function searchBytes(bytes, needle, range, encoding) {
  const { offset, end, forward } = range;
  const start = searchStart(bytes.length, offset, needle.length, forward);
  if (start < 0) return -1;
  if (needle.length === 0) return mathMin(start, end);
  if (needle.length > end || (forward && start + needle.length > end)) return -1;
  const part = end === bytes.length ? bytes : new Uint8Array(typedArrayBuffer(bytes), typedArrayByteOffset(bytes), end);
  if (encoding === UTF16LE) {
    if (end < 2 || needle.length < 2) return -1;
    return native.indexOf(part, needle, start & ~1, forward, 2);
  }
  if (needle.length === 1) return searchByte(bytes, needle[0], range);
  return native.indexOf(part, needle, start, forward, 1);
}

// Fast path for the common case, without encoding the needle first.
const isPlainSearch = (bytes, value) => typeof value === 'string' && value.length > 1 && isUint8Array(bytes);

function indexOf(value, byteOffset, end, encoding) {
  if (arguments.length === 1 && isPlainSearch(this, value)) return native.indexOfString(this, value, 0, true);
  return search(this, value, byteOffset, end, encoding, true);
}

function lastIndexOf(value, byteOffset, end, encoding) {
  if (arguments.length === 1 && isPlainSearch(this, value)) return native.indexOfString(this, value, this.length, false);
  return search(this, value, byteOffset, end, encoding, false);
}

function includes(value, byteOffset, end, encoding) {
  if (arguments.length === 1 && isPlainSearch(this, value)) return native.indexOfString(this, value, 0, true) !== -1;
  return search(this, value, byteOffset, end, encoding, true) !== -1;
}

function validateBytes(value, name) {
  if (!isUint8Array(value)) throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], value);
}

function equals(otherBuffer) {
  validateBytes(otherBuffer, 'otherBuffer');
  if (this === otherBuffer) return true;
  return this.byteLength === otherBuffer.byteLength && native.compare(this, otherBuffer) === 0;
}

function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
  validateBytes(target, 'target');
  if (arguments.length === 1) return native.compare(this, target);
  const bound = (value, name, fallback, max) => {
    if (value === undefined) return fallback;
    validateInteger(value, name, 0, max);
    return value;
  };
  targetStart = bound(targetStart, 'targetStart', 0, Number.MAX_SAFE_INTEGER);
  targetEnd = bound(targetEnd, 'targetEnd', target.length, target.length);
  sourceStart = bound(sourceStart, 'sourceStart', 0, Number.MAX_SAFE_INTEGER);
  sourceEnd = bound(sourceEnd, 'sourceEnd', this.length, this.length);
  if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
  if (targetStart >= targetEnd) return 1;
  return native.compare(this.subarray(sourceStart, sourceEnd), target.subarray(targetStart, targetEnd));
}

// What `fill` repeats: a string, bytes, or a number for a single one.
function pattern(value, encodingName) {
  if (typeof value === 'string') {
    if (encodingName !== undefined && typeof encodingName !== 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE('encoding', 'string', encodingName);
    }
    const encoding = encodingName ? knownEncoding(encodingName) : UTF8;
    if (value.length === 0) return 0;
    if (value.length === 1) {
      const unit = stringCharCodeAt(value, 0);
      if ((encoding === UTF8 && unit < 128) || encoding === LATIN1) return unit & 255;
    }
    return value;
  }
  if (arrayBufferStaticIsView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === 'boolean' ? +value : value & 255;
}

function fill(value, offset, end, encoding) {
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') {
      encoding = offset ?? (typeof end === 'string' ? end : encoding);
      offset = undefined;
      end = this.length;
    } else if (typeof end === 'string') {
      encoding = end;
      end = this.length;
    }
  }
  if (typeof value === 'string' && encoding !== undefined && typeof encoding !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('encoding', 'string', encoding);
  }
  const bytes = pattern(value, encoding);
  if (offset === undefined) {
    offset = 0;
    end = this.length;
  } else {
    validateInteger(offset, 'offset', 0);
    if (end === undefined) end = this.length;
    else validateInteger(end, 'end', 0, this.length);
    if (offset >= end) return this;
  }
  if (typeof bytes === 'number') return call3(typedArray.fill, this, bytes, offset, end);
  if (typeof bytes === 'string') {
    const length = native.fill(this, bytes, offset, end, encoding ? knownEncoding(encoding) : UTF8);
    if (length === 0 && end > offset) throw new codes.ERR_INVALID_ARG_VALUE('value', value);
    return this;
  }
  if (bytes.length === 0) throw new codes.ERR_INVALID_ARG_VALUE('value', value);
  repeat(this, bytes, mathTrunc(offset), mathTrunc(end));
  return this;
}

// Writes the pattern once, then doubles it.
function repeat(target, bytes, start, end) {
  const length = end - start;
  if (length <= 0) return;
  call2(typedArray.set, target, bytes.length > length ? bytes.subarray(0, length) : bytes, start);
  let done = mathMin(bytes.length, length);
  while (done < length) {
    const count = mathMin(done, length - done);
    call3(typedArray.copyWithin, target, start + done, start, start + count);
    done += count;
  }
}

// Rounds down; NaN and infinities are 0.
function toInteger(value) {
  const number = +value;
  return number - number === 0 ? mathFloor(number) : 0;
}

// Into any view, byte by byte.
function copy(target, targetStart, sourceStart, sourceEnd) {
  if (!isUint8Array(target)) {
    if (!arrayBufferStaticIsView(target)) throw new codes.ERR_INVALID_ARG_TYPE('target', ['Buffer', 'Uint8Array'], target);
    target = viewOf(target);
  }
  if (!isUint8Array(this)) return call4(copy, viewOf(this), target, targetStart, sourceStart, sourceEnd);
  const to = targetStart === undefined ? 0 : toInteger(targetStart);
  if (to < 0) throw new codes.ERR_OUT_OF_RANGE('targetStart', '>= 0', to);
  const { length } = this;
  const from = sourceStart === undefined ? 0 : toInteger(sourceStart);
  if (from < 0 || from > length) throw new codes.ERR_OUT_OF_RANGE('sourceStart', `>= 0 && <= ${length}`, from);
  const until = sourceEnd === undefined ? length : toInteger(sourceEnd);
  if (until < 0) throw new codes.ERR_OUT_OF_RANGE('sourceEnd', '>= 0', until);
  if (to >= target.length || from >= until) return 0;
  const count = mathMin(until - from, target.length - to, length - from);
  if (count === length) call2(typedArray.set, target, this, to);
  else native.copy(this, target, to, from, count);
  return count;
}

// Up to this length swapping in JavaScript is.
const kFew = 32;

function swapBytes(bytes, size) {
  if (bytes.length % size !== 0) throw new codes.ERR_INVALID_BUFFER_SIZE(`${size * 8}-bits`);
  if (bytes.length > kFew && isUint8Array(bytes)) {
    native.swap(bytes, size);
    return bytes;
  }
  for (let at = 0; at < bytes.length; at += size) {
    for (let low = at, high = at + size - 1; low < high; low++, high--) {
      const byte = bytes[low];
      bytes[low] = bytes[high];
      bytes[high] = byte;
    }
  }
  return bytes;
}

module.exports = {
  indexOf,
  lastIndexOf,
  includes,
  equals,
  compare,
  fill,
  copy,
  swap16: function swap16() {
    return swapBytes(this, 2);
  },
  swap32: function swap32() {
    return swapBytes(this, 4);
  },
  swap64: function swap64() {
    return swapBytes(this, 8);
  },
};
