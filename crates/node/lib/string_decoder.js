'use strict';
// node:string_decoder: decodes bytes in chunks without splitting characters.
//
// The state is seven bytes, as in Node: four of an incomplete character, how many are missing, how many are there, the encoding.

const globals = require('globals');
const { arrayBufferStaticIsView, mathMin, objectDefineProperties } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } = require('core/errors').codes;
const { knownEncoding, nameOf } = require('buffer/encodings');

const kDecoder = Symbol('kNativeDecoder');
const MISSING = 4;
const BUFFERED = 5;
const ENCODING = 6;

// Node's numbers, in the last byte of the state.
const NUMBERS = { __proto__: null, ascii: 0, utf8: 1, base64: 2, utf16le: 3, latin1: 4, hex: 5, base64url: 7 };
const UTF8 = 1;
const BASE64 = 2;
const UTF16 = 3;
const BASE64URL = 7;

function encodingName(name) {
  return name === undefined || name === null || name === '' ? 'utf8' : nameOf(knownEncoding(typeof name === 'symbol' ? String(name) : name));
}

function StringDecoder(encoding) {
  this.encoding = encodingName(encoding);
  this[kDecoder] = globals.Buffer.alloc(7);
  this[kDecoder][ENCODING] = NUMBERS[this.encoding];
}

StringDecoder.prototype.write = function write(chunk) {
  if (typeof chunk === 'string') return chunk;
  if (!arrayBufferStaticIsView(chunk)) throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], chunk);
  const state = this[kDecoder];
  if (!state) throw new ERR_INVALID_THIS('StringDecoder');
  const bytes = chunk instanceof globals.Buffer ? chunk : globals.Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  switch (state[ENCODING]) {
    case UTF8:
      // The chunk ends with a complete character, and none is pending.
      if (state[MISSING] === 0 && bytes.length > 0 && bytes[bytes.length - 1] < 0x80) return bytes.toString();
      return decode(state, bytes, this.encoding);
    case UTF16:
    case BASE64:
    case BASE64URL:
      return decode(state, bytes, this.encoding);
    default:
      return bytes.toString(this.encoding);
  }
};

function decode(state, bytes, encoding) {
  let text = '';
  if (state[MISSING] > 0) {
    if (state[ENCODING] === UTF8) bytes = truncateAtInvalidByte(state, bytes);
    const count = mathMin(state[MISSING], bytes.length);
    bytes.copy(state, state[BUFFERED], 0, count);
    bytes = bytes.subarray(count);
    state[MISSING] -= count;
    state[BUFFERED] += count;
    if (state[MISSING] === 0) text = flushCharacter(state, encoding);
  }
  if (bytes.length === 0 || state[MISSING] > 0) return text;
  measureTail(state, bytes);
  const tailLength = state[BUFFERED];
  if (tailLength > 0) {
    bytes.copy(state, 0, bytes.length - tailLength);
    bytes = bytes.subarray(0, bytes.length - tailLength);
  }
  return text + bytes.toString(encoding);
}

// The next byte does not continue the character: it ends there, incomplete.
function truncateAtInvalidByte(state, bytes) {
  const end = mathMin(state[MISSING], bytes.length);
  for (let at = 0; at < end; at++) {
    if ((bytes[at] & 0xc0) === 0x80) continue;
    state[MISSING] = 0;
    bytes.copy(state, state[BUFFERED], 0, at);
    state[BUFFERED] += at;
    return bytes.subarray(at);
  }
  return bytes;
}

function flushCharacter(state, encoding) {
  const text = state.toString(encoding, 0, state[BUFFERED]);
  state[BUFFERED] = 0;
  return text;
}

// How many bytes at the end belong to an incomplete character.
function measureTail(state, bytes) {
  const last = bytes.length - 1;
  switch (state[ENCODING]) {
    case UTF8:
      if (bytes[last] & 0x80) measureUtf8(state, bytes);
      break;
    case UTF16:
      if (bytes.length % 2 === 1) setTail(state, 1, 1);
      else if ((bytes[last] & 0xfc) === 0xd8) setTail(state, 2, 2);
      break;
    default:
      if (bytes.length % 3 !== 0) setTail(state, bytes.length % 3, 3 - (bytes.length % 3));
  }
}

function setTail(state, buffered, missing) {
  state[BUFFERED] = buffered;
  state[MISSING] = missing;
}

function measureUtf8(state, bytes) {
  for (let seen = 1; seen <= 4 && seen <= bytes.length; seen++) {
    const byte = bytes[bytes.length - seen];
    if ((byte & 0xc0) === 0x80) continue;
    let length = 0;
    if ((byte & 0xe0) === 0xc0) length = 2;
    else if ((byte & 0xf0) === 0xe0) length = 3;
    else if ((byte & 0xf8) === 0xf0) length = 4;
    if (length > seen) setTail(state, seen, length - seen);
    return;
  }
}

StringDecoder.prototype.end = function end(chunk) {
  let text = '';
  if (chunk !== undefined) text = this.write(chunk);
  const state = this[kDecoder];
  if (state[BUFFERED] === 0) return text;
  let length = state[BUFFERED];
  if (state[ENCODING] === UTF16 && length % 2 === 1) length--;
  setTail(state, 0, 0);
  return text + state.toString(this.encoding, 0, length);
};

StringDecoder.prototype.text = function text(bytes, offset) {
  setTail(this[kDecoder], 0, 0);
  return this.write(sliceOf(bytes, offset));
};

objectDefineProperties(StringDecoder.prototype, {
  lastChar: {
    __proto__: null, configurable: true, enumerable: true,
    get() { return this[kDecoder].subarray(0, 4); },
  },
  lastNeed: {
    __proto__: null, configurable: true, enumerable: true,
    get() { return this[kDecoder][MISSING]; },
  },
  lastTotal: {
    __proto__: null, configurable: true, enumerable: true,
    get() { return this[kDecoder][BUFFERED] + this[kDecoder][MISSING]; },
  },
});

module.exports = { StringDecoder };
