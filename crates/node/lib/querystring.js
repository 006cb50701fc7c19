'use strict';
// node:querystring.

const {
  arrayIsArray, arrayJoin, arrayPush, numberIsFinite, objectHasOwn, objectKeys, regexpTest, stringCharCodeAt, stringReplaceAll,
  stringStaticFromCodePoint,
} = require('core/intrinsics');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { ERR_INVALID_URI } = require('core/errors').codes;

const UNRESERVED = /^[A-Za-z0-9\-_.!~*'()]*$/;

function qsEscape(value) {
  if (typeof value !== 'string') value = typeof value === 'object' ? String(value) : `${value}`;
  if (regexpTest(UNRESERVED, value)) return value;
  return encodeURIComponent(value.isWellFormed() ? value : pairSurrogates(value));
}

// As in Node, the code unit after a surrogate is taken for its other half, whatever it is; only one at the very end throws.
function pairSurrogates(text) {
  let wellFormed = '';
  for (let at = 0; at < text.length; at++) {
    const unit = stringCharCodeAt(text, at);
    if (unit < 0xd800 || unit > 0xdfff) {
      wellFormed += text[at];
      continue;
    }
    if (++at >= text.length) throw new ERR_INVALID_URI();
    wellFormed += stringStaticFromCodePoint(0x10000 + ((unit & 0x3ff) << 10 | stringCharCodeAt(text, at) & 0x3ff));
  }
  return wellFormed;
}

const hexDigit = (code) => {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  return code >= 97 && code <= 102 ? code - 87 : -1;
};

// Everything but %XX is copied; as in Node, a character is one byte: its low one.
function unescapeBuffer(text, decodeSpaces) {
  const count = text.length;
  const bytes = Buffer.allocUnsafe(count);
  const codeAt = (at) => stringCharCodeAt(text, at);
  let length = 0;
  for (let at = 0; at < count; at++) {
    let byte = codeAt(at);
    if (byte === 43 && decodeSpaces) byte = 32;
    else if (byte === 37 && at + 2 < count) {
      const high = hexDigit(codeAt(at + 1));
      const low = hexDigit(codeAt(at + 2));
      if (high !== -1 && low !== -1) {
        byte = high * 16 + low;
        at += 2;
      }
    }
    bytes[length++] = byte;
  }
  return length === count ? bytes : bytes.subarray(0, length);
}

function qsUnescape(text, decodeSpaces) {
  try {
    return decodeURIComponent(text);
  } catch {
    return module.exports.unescapeBuffer(text, decodeSpaces).toString();
  }
}

function primitive(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return numberIsFinite(value) ? `${value}` : '';
    case 'bigint': return `${value}`;
    case 'boolean': return value ? 'true' : 'false';
    default: return '';
  }
}

function stringify(object, separator, equals, options) {
  const sep = separator || '&';
  const eq = equals || '=';
  let encode = module.exports.escape;
  if (options && typeof options.encodeURIComponent === 'function') encode = options.encodeURIComponent;
  if (object === null || typeof object !== 'object') return '';
  const pairs = [];
  for (const key of each(objectKeys(object))) {
    const value = object[key];
    const head = encode(primitive(key)) + eq;
    if (arrayIsArray(value)) for (const item of each(value)) arrayPush(pairs, head + encode(primitive(item)));
    else arrayPush(pairs, head + encode(primitive(value)));
  }
  return arrayJoin(pairs, sep);
}

function parse(query, separator, equals, options) {
  const result = { __proto__: null };
  if (typeof query !== 'string' || query.length === 0) return result;
  const sep = separator ? `${separator}` : '&';
  const eq = equals ? `${equals}` : '=';
  let decode = module.exports.unescape;
  let maxKeys = 1000;
  if (options) {
    if (typeof options.maxKeys === 'number') maxKeys = options.maxKeys;
    if (typeof options.decodeURIComponent === 'function') decode = options.decodeURIComponent;
  }
  const custom = decode !== qsUnescape;
  let left = maxKeys > 0 ? maxKeys : Infinity;
  for (const part of each(splitAt(query, sep))) {
    // Empty ones count.
    if (left-- === 0) break;
    if (part === '') continue;
    const at = indexIn(part, eq);
    add(result, decodePart(at === -1 ? part : sliceOf(part, 0, at), decode, custom),
        at === -1 ? '' : decodePart(sliceOf(part, at + eq.length), decode, custom));
  }
  return result;
}

// A complete escape; without any, the text is not decoded.
const ESCAPE = /%[\da-f]{2}/i;

function decodePart(part, decode, custom) {
  if (isIn(part, '+')) part = stringReplaceAll(part, '+', custom ? '%20' : ' ');
  if (!custom && !regexpTest(ESCAPE, part)) return part;
  try {
    return decode(part);
  } catch {
    return qsUnescape(part, true);
  }
}

function add(result, key, value) {
  if (!objectHasOwn(result, key)) result[key] = value;
  else if (arrayIsArray(result[key])) arrayPush(result[key], value);
  else result[key] = [result[key], value];
}

module.exports = {
  unescapeBuffer,
  unescape: qsUnescape,
  escape: qsEscape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};
