'use strict';

// Conversion between bytes and strings. A call into Rust costs as much as about ten characters in a loop, so short strings are
// handled here. The rest is native (see buffer.js).

const { mathCeil, mathMin, numberProtoToString, stringCharCodeAt, stringStaticFromCharCode } = require('core/intrinsics');
const { newList } = require('core/safe/list');
const { sliceOf } = require('core/safe/lists');
const { ASCII, BASE64, BASE64URL, HEX, LATIN1, UTF16LE, UTF8 } = require('buffer/encodings');

const native = binding('buffer');

// Up to this length the loop in writeAscii is faster than the call.
const kShort = 24;

// V8's maximum string length. That of this engine is four times larger; programs expect the error.
const kStringMaxLength = 536870888;
const kCharacterCount = newList();
// At least: a character has up to three bytes.
kCharacterCount[UTF8] = (length) => mathCeil(length / 3);
kCharacterCount[UTF16LE] = (length) => length >>> 1;
kCharacterCount[LATIN1] = kCharacterCount[ASCII] = (length) => length;
kCharacterCount[BASE64] = (length) => mathCeil(length / 3) * 4;
kCharacterCount[BASE64URL] = (length) => mathCeil(length * 4 / 3);
kCharacterCount[HEX] = (length) => length * 2;

// Up to this length, ASCII is decoded faster here than by a call into Rust.
const kFewBytes = 16;
const fromCharCode = stringStaticFromCharCode;

// Eight characters, some of which may be beyond the requested length; undefined if one is not ASCII.
function decodeEight(bytes, at) {
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

function decodeFew(bytes, start, length) {
  const first = decodeEight(bytes, start);
  if (first === undefined || length === 8) return first;
  if (length < 8) return sliceOf(first, 0, length);
  const second = decodeEight(bytes, start + 8);
  return second === undefined ? undefined : first + (length === 16 ? second : sliceOf(second, 0, length - 8));
}

// Only long input pays for the length check.
function decode(bytes, start, end, encoding) {
  if (end - start <= kFewBytes && encoding <= ASCII && encoding !== UTF16LE) {
    const text = decodeFew(bytes, start, end - start);
    if (text !== undefined) return text;
  }
  return end - start > kStringMaxLength / 2 ? decodeLong(bytes, start, end, encoding) : native.decode(bytes, start, end, encoding);
}

// The number of characters of UTF-8 is known only after decoding.
function decodeLong(bytes, start, end, encoding) {
  const text = kCharacterCount[encoding]?.(end - start) > kStringMaxLength ? undefined : native.decode(bytes, start, end, encoding);
  if (text !== undefined && text.length <= kStringMaxLength) return text;
  throw stringTooLong();
}

const stringTooLong = () => require('core/errors').codedError('ERR_STRING_TOO_LONG', Error,
  `Cannot create a string longer than 0x${numberProtoToString(kStringMaxLength, 16)} characters`);

// -1 if a character is not ASCII; the native function then writes everything again.
function writeAscii(bytes, string, offset, count) {
  for (let i = 0; i < count; i++) {
    const unit = stringCharCodeAt(string, i);
    if (unit > 127) return -1;
    bytes[offset + i] = unit;
  }
  return count;
}

function encodeInto(bytes, string, offset, length, encoding) {
  if (string.length <= kShort && (encoding === UTF8 || encoding === LATIN1 || encoding === ASCII)) {
    const written = writeAscii(bytes, string, offset, mathMin(string.length, length, bytes.length - offset));
    if (written !== -1) return written;
  }
  return native.write(bytes, string, offset, length, encoding);
}

const byteLengthUtf8 = (string) => native.byteLengthUtf8(string);

module.exports = { decode, encodeInto, byteLengthUtf8, kStringMaxLength, stringTooLong };
