'use strict';

// Between bytes and text, by the shortest way. A call into Rust costs as much as some hundred bytes
// of work, so what JavaScript or the engine's own methods do faster does not make it:
// short ASCII text (the most common kind), hex and base64. The rest is native (see buffer.js).

const {
  mathCeil, mathMin, numberProtoToString, stringCharCodeAt, stringStaticFromCharCode, typedArrayBuffer, typedArrayByteOffset,
} = require('core/intrinsics');
const { call0, call1 } = require('core/safe/calls');
const { sliceOf } = require('core/safe/lists');
const { ASCII, BASE64, BASE64URL, HEX, LATIN1, UTF16LE, UTF8, byteLengthOf } = require('buffer/encodings');

const native = binding('buffer');
const prototype = Uint8Array.prototype;
const hasHex = typeof prototype.toHex === 'function' && typeof prototype.setFromHex === 'function';
const hasBase64 = typeof prototype.toBase64 === 'function' && typeof prototype.setFromBase64 === 'function';

// Up to here the loop in writeAscii is faster than the call.
const kShort = 256;

const urlSafe = { alphabet: 'base64url', omitPadding: true };

const part = (bytes, start, end) => (start === 0 && end === bytes.length
  ? bytes
  : new Uint8Array(typedArrayBuffer(bytes), typedArrayByteOffset(bytes) + start, end - start));

// V8's longest string. This engine's is four times as long; programs expect the error.
const kStringMaxLength = 536870888;
const kLetters = [];
// At least: three bytes for a letter.
kLetters[UTF8] = (length) => mathCeil(length / 3);
kLetters[UTF16LE] = (length) => length >>> 1;
kLetters[LATIN1] = kLetters[ASCII] = (length) => length;
kLetters[BASE64] = (length) => mathCeil(length / 3) * 4;
kLetters[BASE64URL] = (length) => mathCeil(length * 4 / 3);
kLetters[HEX] = (length) => length * 2;

// Up to so many bytes of ASCII are letters sooner than a call into Rust is made.
const kFewLetters = 16;
const fromCharCode = stringStaticFromCharCode;

// Eight letters, some of which may be beyond what is wanted; undefined when one is not ASCII.
function eightLetters(bytes, at) {
  const a = bytes[at];
  const b = bytes[at + 1];
  const c = bytes[at + 2];
  const d = bytes[at + 3];
  const e = bytes[at + 4];
  const f = bytes[at + 5];
  const g = bytes[at + 6];
  const h = bytes[at + 7];
  return ((a | b | c | d | e | f | g | h) & 0x80) === 0 ? fromCharCode(a, b, c, d, e, f, g, h) : undefined;
}

function fewLetters(bytes, start, length) {
  const first = eightLetters(bytes, start);
  if (first === undefined || length === 8) return first;
  if (length < 8) return sliceOf(first, 0, length);
  const second = eightLetters(bytes, start + 8);
  return second === undefined ? undefined : first + (length === 16 ? second : sliceOf(second, 0, length - 8));
}

// Only what might come out too long pays for the question.
function decode(bytes, start, end, encoding) {
  if (end - start <= kFewLetters && encoding <= ASCII && encoding !== UTF16LE) {
    const text = fewLetters(bytes, start, end - start);
    if (text !== undefined) return text;
  }
  return end - start > kStringMaxLength / 2 ? decodeLong(bytes, start, end, encoding) : decodeAny(bytes, start, end, encoding);
}

// How many letters UTF-8 makes is known only afterwards.
function decodeLong(bytes, start, end, encoding) {
  const text = kLetters[encoding]?.(end - start) > kStringMaxLength ? undefined : decodeAny(bytes, start, end, encoding);
  if (text !== undefined && text.length <= kStringMaxLength) return text;
  throw stringTooLong();
}

const stringTooLong = () => require('core/errors').codedError('ERR_STRING_TOO_LONG', Error,
  `Cannot create a string longer than 0x${numberProtoToString(kStringMaxLength, 16)} characters`);

function decodeAny(bytes, start, end, encoding) {
  if (encoding === HEX && hasHex) return call0(prototype.toHex, part(bytes, start, end));
  if (hasBase64) {
    if (encoding === BASE64) return call0(prototype.toBase64, part(bytes, start, end));
    if (encoding === BASE64URL) return call1(prototype.toBase64, part(bytes, start, end), urlSafe);
  }
  return native.decode(bytes, start, end, encoding);
}

// -1 when a character is not ASCII; what was written till then is written again by the one who can.
function writeAscii(bytes, string, offset, count) {
  for (let i = 0; i < count; i++) {
    const unit = stringCharCodeAt(string, i);
    if (unit > 127) return -1;
    bytes[offset + i] = unit;
  }
  return count;
}

function encodeInto(bytes, string, offset, length, encoding) {
  const room = mathMin(length, bytes.length - offset);
  if (string.length <= kShort && (encoding === UTF8 || encoding === LATIN1 || encoding === ASCII)) {
    const written = writeAscii(bytes, string, offset, mathMin(string.length, room));
    if (written !== -1) return written;
  } else if (encoding === HEX && hasHex && string.length % 2 === 0) {
    return strictly(prototype.setFromHex, bytes, string, offset, room, encoding);
  } else if (encoding === BASE64 && hasBase64 && room >= byteLengthOf(string, BASE64)) {
    // (In less room the engine writes whole groups of letters only.)
    return strictly(prototype.setFromBase64, bytes, string, offset, room, encoding);
  }
  return native.write(bytes, string, offset, length, encoding);
}

// The engine's methods refuse malformed text, which Node reads as far as it can: that is left to Rust.
function strictly(set, bytes, string, offset, room, encoding) {
  try {
    return call1(set, part(bytes, offset, offset + room), string).written;
  } catch {
    return native.write(bytes, string, offset, room, encoding);
  }
}

function byteLengthUtf8(string) {
  const { length } = string;
  if (length > kShort) return native.byteLengthUtf8(string);
  let bytes = length;
  for (let i = 0; i < length; i++) {
    const unit = stringCharCodeAt(string, i);
    if (unit < 128) continue;
    if (unit < 2048) {
      bytes += 1;
    } else if (unit >= 0xd800 && unit <= 0xdbff && (stringCharCodeAt(string, i + 1) & 0xfc00) === 0xdc00) {
      // A pair is four bytes for two units.
      bytes += 2;
      i++;
    } else {
      bytes += 2;
    }
  }
  return bytes;
}

module.exports = { decode, encodeInto, byteLengthUtf8, kStringMaxLength, stringTooLong };
