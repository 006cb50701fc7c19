'use strict';
// application/x-www-form-urlencoded, the format of a query: to and from a flat list [name, value, name, value, …].

const {
  arrayPush, globalDecodeURIComponent: decodeURIComponent, globalEncodeURIComponent: encodeURIComponent, regexpTest,
  stringCharCodeAt, stringIsWellFormed, stringReplaceAll, stringSlice, stringStaticFromCharCode, stringToWellFormed,
} = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { percent } = require('url/percent');

// ---- parsing

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PLUS = 0x2b;
const PERCENT = 0x25;
const QUESTION = 0x3f;

function parseQuery(query) {
  const list = [];
  const length = query.length;
  let count = 0;
  let start = length !== 0 && stringCharCodeAt(query, 0) === QUESTION ? 1 : 0;
  let equals = -1;
  let isNameEncoded = false;
  let isEncoded = false;
  let isChecked = false;
  for (let i = start; i <= length; i++) {
    const code = i === length ? AMPERSAND : stringCharCodeAt(query, i);
    if (code === AMPERSAND) {
      if (equals !== -1) {
        list[count] = isNameEncoded ? decode(query, start, equals) : stringSlice(query, start, equals);
        list[count + 1] = isEncoded ? decode(query, equals + 1, i) : stringSlice(query, equals + 1, i);
        count += 2;
      } else if (i !== start) {
        list[count] = isEncoded ? decode(query, start, i) : stringSlice(query, start, i);
        list[count + 1] = '';
        count += 2;
      }
      start = i + 1;
      equals = -1;
      isEncoded = false;
    } else if (code === EQUALS) {
      if (equals === -1) {
        equals = i;
        isNameEncoded = isEncoded;
        isEncoded = false;
      }
    } else if (code === PLUS || code === PERCENT) {
      isEncoded = true;
    } else if (code >= 0xd800 && code <= 0xdfff && !isChecked) {
      if (!stringIsWellFormed(query)) return parseQuery(stringToWellFormed(query));
      isChecked = true;
    }
  }
  return list;
}

function decode(query, start, end) {
  let done = '';
  let from = start;
  for (let i = start; i < end; i++) {
    const code = stringCharCodeAt(query, i);
    if (code === PLUS) {
      done += `${stringSlice(query, from, i)} `;
      from = i + 1;
    } else if (code === PERCENT) {
      const byte = i + 2 < end ? hexDigit(stringCharCodeAt(query, i + 1)) << 4 | hexDigit(stringCharCodeAt(query, i + 2)) : -1;
      if (byte < 0 || byte > 0x7f) return decodeBytes(stringSlice(query, start, end));
      done += stringSlice(query, from, i) + stringStaticFromCharCode(byte);
      i += 2;
      from = i + 1;
    }
  }
  return done + stringSlice(query, from, end);
}

function hexDigit(code) {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  code |= 0x20;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}

const ESCAPE = /%[\da-f]{2}/i;

// With bytes that are no characters of their own, or incomplete escapes, which are text.
function decodeBytes(part) {
  if (isIn(part, '+')) part = stringReplaceAll(part, '+', ' ');
  if (!regexpTest(ESCAPE, part)) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return require('querystring').unescapeBuffer(part).toString();
  }
}

// ---- serializing

// ASCII characters as they are written; '' for those that stand for themselves.
let encodedAscii;

function encodeAscii() {
  const table = [];
  for (let code = 0; code < 0x80; code++) {
    const character = stringStaticFromCharCode(code);
    arrayPush(table, regexpTest(/[\w*.-]/, character) ? '' : character === ' ' ? '+' : percent(character));
  }
  return table;
}

function encode(part) {
  const table = encodedAscii ??= encodeAscii();
  let done = '';
  let start = 0;
  for (let i = 0; i < part.length; i++) {
    const code = stringCharCodeAt(part, i);
    if (code < 0x80) {
      const encoded = table[code];
      if (encoded === '') continue;
      done += stringSlice(part, start, i) + encoded;
    } else {
      const isPair = code >= 0xd800 && code <= 0xdbff;
      done += stringSlice(part, start, i) + encodeURIComponent(stringSlice(part, i, isPair ? i + 2 : i + 1));
      if (isPair) i++;
    }
    start = i + 1;
  }
  return start === 0 ? part : done + stringSlice(part, start);
}

function serialize(list) {
  if (list.length === 0) return '';
  let query = `${encode(list[0])}=${encode(list[1])}`;
  for (let i = 2; i < list.length; i += 2) query += `&${encode(list[i])}=${encode(list[i + 1])}`;
  return query;
}

module.exports = { parseQuery, serialize };
