'use strict';
// node:querystring.

const globals = require('globals');
const {
  arrayIsArray, arrayPush, globalDecodeURIComponent: decodeURIComponent, globalEncodeURIComponent: encodeURIComponent,
  numberIsFinite, objectKeys, regexpTest, stringCharCodeAt, stringIncludes, stringIsWellFormed, stringReplaceAll, stringSlice,
  stringSplit, stringStaticFromCodePoint,
} = require('core/intrinsics');
const { charactersOf } = require('core/safe/characters');
const { newList } = require('core/safe/list');
const { ERR_INVALID_URI } = require('core/errors').codes;

const UNRESERVED = /^[A-Za-z0-9\-_.!~*'()]*$/;

// %XX for each byte, and each ASCII character.
const PERCENT = newList();
const ASCII = newList();
// Whether an ASCII character has to be escaped.
const RESERVED = newList();
for (let byte = 0; byte < 256; byte++) {
  PERCENT[byte] = `%${'0123456789ABCDEF'[byte >> 4]}${'0123456789ABCDEF'[byte & 15]}`;
  if (byte > 127) continue;
  ASCII[byte] = stringStaticFromCodePoint(byte);
  RESERVED[byte] = !regexpTest(UNRESERVED, ASCII[byte]);
}

function qsEscape(value) {
  if (typeof value !== 'string') value = typeof value === 'object' ? String(value) : `${value}`;
  return escapeCharacters(value);
}

function escapeCharacters(text) {
  const { length } = text;
  const characters = charactersOf(text);
  let result = '';
  let copied = 0;
  for (let i = 0; i < length; i++) {
    const code = characters.charCodeAt(i);
    if (code < 128 && !RESERVED[code]) continue;
    if ((code & 0xf800) === 0xd800) return escapeAll(text);
    if (copied < i) result += stringSlice(text, copied, i);
    if (code < 0x80) result += PERCENT[code];
    else if (code < 0x800) result += PERCENT[0xc0 | code >> 6] + PERCENT[0x80 | code & 0x3f];
    else result += PERCENT[0xe0 | code >> 12] + PERCENT[0x80 | code >> 6 & 0x3f] + PERCENT[0x80 | code & 0x3f];
    copied = i + 1;
  }
  if (copied === 0) return text;
  return copied === length ? result : result + stringSlice(text, copied);
}

function escapeAll(text) {
  return encodeURIComponent(stringIsWellFormed(text) ? text : pairSurrogates(text));
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
  const bytes = globals.Buffer.allocUnsafe(count);
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
  const isDefault = encode === qsEscape;
  const keys = objectKeys(object);
  let result = '';
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const value = object[key];
    const head = encode(key) + eq;
    if (arrayIsArray(value)) {
      for (let j = 0; j < value.length; j++) {
        if (result !== '') result += sep;
        result += head + (isDefault ? escapePrimitive(value[j]) : encode(primitive(value[j])));
      }
    } else {
      if (result !== '') result += sep;
      result += head + (isDefault ? escapePrimitive(value) : encode(primitive(value)));
    }
  }
  return result;
}

// qsEscape(primitive(value)); an exponent has a reserved `+`.
function escapePrimitive(value) {
  if (typeof value === 'string') return qsEscape(value);
  if (typeof value === 'number' && value < 1e21 && value > -1e21) return `${value}`;
  return qsEscape(primitive(value));
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
  const limit = maxKeys > 0 ? maxKeys : Infinity;
  if (sep.length === 1 && eq.length === 1) parseCharacters(result, query, sep, eq, decode, limit);
  else parseParts(result, query, sep, eq, decode, limit);
  return result;
}

// Empty parts count for the limit.
function parseCharacters(result, query, sep, eq, decode, left) {
  const custom = decode !== qsUnescape;
  const { length } = query;
  let start = 0;
  let equalsAt = -1;
  // Whether key and value have to be decoded.
  let keyEscaped = custom;
  let valueEscaped = custom;
  for (let i = 0; i <= length; i++) {
    const character = i === length ? sep : query[i];
    if (character === sep) {
      if (left-- === 0) break;
      if (i > start) {
        let key = stringSlice(query, start, equalsAt === -1 ? i : equalsAt);
        let value = equalsAt === -1 ? '' : stringSlice(query, equalsAt + 1, i);
        if (keyEscaped) key = decodePart(key, decode, custom);
        if (valueEscaped) value = decodePart(value, decode, custom);
        add(result, key, value);
      }
      start = i + 1;
      equalsAt = -1;
      keyEscaped = valueEscaped = custom;
    } else if (character === eq && equalsAt === -1) {
      equalsAt = i;
    } else if (character === '%' || character === '+') {
      if (equalsAt === -1) keyEscaped = true;
      else valueEscaped = true;
    }
  }
}

function parseParts(result, query, sep, eq, decode, left) {
  const custom = decode !== qsUnescape;
  // As in Node, a separator without characters is never found, and nothing is read after the first key: `a=b` is { a: '' }. Without one
  // between key and value, all of it is the value.
  const parts = sep === '' ? [query] : stringSplit(query, sep);
  for (let i = 0; i < parts.length && left-- !== 0; i++) {
    const part = parts[i];
    if (part === '') continue;
    const key = eq === '' ? '' : stringSplit(part, eq, 1)[0];
    const hasValue = sep !== '' && key.length !== part.length;
    add(result, decodePart(key, decode, custom), hasValue ? decodePart(stringSlice(part, key.length + eq.length), decode, custom) : '');
  }
}

// A complete escape; without any, the text is not decoded.
const ESCAPE = /%[\da-f]{2}/i;

function decodePart(part, decode, custom) {
  if (part === '') return part;
  if (!custom) {
    const decoded = decodeASCII(part);
    if (decoded !== undefined) return decoded;
  }
  if (stringIncludes(part, '+')) part = stringReplaceAll(part, '+', custom ? '%20' : ' ');
  if (!custom && !regexpTest(ESCAPE, part)) return part;
  try {
    return decode(part);
  } catch {
    return qsUnescape(part, true);
  }
}

// undefined if there is another escape than that of an ASCII character.
function decodeASCII(text) {
  const { length } = text;
  const characters = charactersOf(text);
  let result = '';
  let copied = 0;
  for (let i = 0; i < length; i++) {
    const code = characters.charCodeAt(i);
    if (code !== 37 && code !== 43) continue;
    let decoded = ' ';
    if (code === 37) {
      if (i + 2 >= length) return undefined;
      const high = hexDigit(characters.charCodeAt(i + 1));
      const low = hexDigit(characters.charCodeAt(i + 2));
      if (high === -1 || high > 7 || low === -1) return undefined;
      decoded = ASCII[high * 16 + low];
    }
    result += copied === i ? decoded : stringSlice(text, copied, i) + decoded;
    if (code === 37) i += 2;
    copied = i + 1;
  }
  return copied === length ? result : result + stringSlice(text, copied);
}

function add(result, key, value) {
  const current = result[key];
  if (current === undefined) result[key] = value;
  else if (arrayIsArray(current)) arrayPush(current, value);
  else result[key] = [current, value];
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
