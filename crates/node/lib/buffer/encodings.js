'use strict';

// The seven encodings of Node's buffers, by name and by number (see buffer.js).

const { mathFloor, stringCharCodeAt, stringToLowerCase } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { codes } = require('core/errors');

// Shared with Rust as `encoding` (build.rs).
const UTF8 = 0;
const UTF16LE = 1;
const LATIN1 = 2;
const ASCII = 3;
const BASE64 = 4;
const BASE64URL = 5;
const HEX = 6;

const numbers = new SafeMap([
  ['utf8', UTF8],
  ['utf-8', UTF8],
  ['ucs2', UTF16LE],
  ['ucs-2', UTF16LE],
  ['utf16le', UTF16LE],
  ['utf-16le', UTF16LE],
  ['latin1', LATIN1],
  ['binary', LATIN1],
  ['ascii', ASCII],
  ['base64', BASE64],
  ['base64url', BASE64URL],
  ['hex', HEX],
]);

// The primary name of each.
const NAMES = ['utf8', 'utf16le', 'latin1', 'ascii', 'base64', 'base64url', 'hex'];
const nameOf = (encoding) => NAMES[encoding];

// Undefined for an unknown name. (Comparing with the usual names first takes 2 ns, the Map 15.)
function encodingOf(name) {
  if (name === 'utf8' || name === 'utf-8') return UTF8;
  if (name === 'hex') return HEX;
  if (name === 'base64') return BASE64;
  if (name === 'latin1') return LATIN1;
  return numbers.get(name) ?? numbers.get(stringToLowerCase(`${name}`));
}

function knownEncoding(name) {
  const encoding = encodingOf(name);
  if (encoding === undefined) throw new codes.ERR_UNKNOWN_ENCODING(name);
  return encoding;
}

function base64Bytes(string) {
  let { length } = string;
  if (stringCharCodeAt(string, length - 1) === 61) length--;
  if (length > 1 && stringCharCodeAt(string, length - 1) === 61) length--;
  return mathFloor(length * 3 / 4);
}

// The number of bytes of a string; for base64 and hex an upper bound that holds for well-formed strings.
function byteLengthOf(string, encoding) {
  switch (encoding) {
    case UTF16LE:
      return string.length * 2;
    case LATIN1:
    case ASCII:
      return string.length;
    case BASE64:
    case BASE64URL:
      return base64Bytes(string);
    case HEX:
      return string.length >>> 1;
    default:
      return require('buffer/codec').byteLengthUtf8(string);
  }
}

module.exports = { UTF8, UTF16LE, LATIN1, ASCII, BASE64, BASE64URL, HEX, encodingOf, knownEncoding, nameOf, byteLengthOf };
