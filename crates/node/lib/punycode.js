'use strict';
// node:punycode, deprecated: RFC 3492, and its use in host names.

const {
  arrayFilter, arrayJoin, arrayMap, arrayPush, arrayReduce, arraySplice, mathFloor, mathMax, reflectApply, regexpTest,
  stringCharCodeAt, stringCodePointAt, stringSplit, stringStaticFromCharCode, stringStaticFromCodePoint, stringToLowerCase,
} = require('core/intrinsics');
const { indexIn, lastIndexIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { replaceIn } = require('core/safe/patterns');
const globals = require('globals');

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX = 2147483647;

const fail = (message) => { throw new RangeError(message); };
const overflow = () => fail('Overflow: input needs wider integers to process');

function adapt(delta, points, first) {
  delta = first ? mathFloor(delta / DAMP) : delta >> 1;
  delta += mathFloor(delta / points);
  let k = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) delta = mathFloor(delta / (BASE - T_MIN));
  return mathFloor(k + (BASE - T_MIN + 1) * delta / (delta + SKEW));
}

const threshold = (k, bias) => (k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias);

function basicToDigit(code) {
  if (code >= 48 && code < 58) return 26 + (code - 48);
  if (code >= 65 && code < 91) return code - 65;
  return code >= 97 && code < 123 ? code - 97 : BASE;
}

const digitToBasic = (digit) => stringStaticFromCharCode(digit + 22 + (digit < 26 ? 75 : 0));

function decode(input) {
  const output = [];
  const end = mathMax(lastIndexIn(input, '-'), 0);
  for (let at = 0; at < end; at++) {
    if (stringCharCodeAt(input, at) >= 0x80) fail('Illegal input >= 0x80 (not a basic code point)');
    arrayPush(output, stringCharCodeAt(input, at));
  }
  let i = 0;
  let n = INITIAL_N;
  let bias = INITIAL_BIAS;
  for (let at = end > 0 ? end + 1 : 0; at < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (at >= input.length) fail('Invalid input');
      const digit = basicToDigit(stringCharCodeAt(input, at++));
      if (digit >= BASE) fail('Invalid input');
      if (digit > mathFloor((MAX - i) / weight)) overflow();
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > mathFloor(MAX / (BASE - t))) overflow();
      weight *= BASE - t;
    }
    const count = output.length + 1;
    bias = adapt(i - before, count, before === 0);
    if (mathFloor(i / count) > MAX - n) overflow();
    n += mathFloor(i / count);
    i %= count;
    arraySplice(output, i++, 0, n);
  }
  return reflectApply(stringStaticFromCodePoint, undefined, output);
}

function encode(input) {
  const points = ucs2.decode(input);
  const output = arrayMap(arrayFilter(points, (point) => point < 0x80), (point) => stringStaticFromCharCode(point));
  const basic = output.length;
  let handled = basic;
  if (basic > 0) arrayPush(output, '-');
  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  while (handled < points.length) {
    const next = arrayReduce(points, (least, point) => (point >= n && point < least ? point : least), Infinity);
    if (next - n > mathFloor((MAX - delta) / (handled + 1))) overflow();
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of each(points)) {
      if (point < n && ++delta > MAX) overflow();
      if (point !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (q < t) break;
        arrayPush(output, digitToBasic(t + (q - t) % (BASE - t)));
        q = mathFloor((q - t) / (BASE - t));
      }
      arrayPush(output, digitToBasic(q));
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return arrayJoin(output, '');
}

const ucs2 = {
  decode(text) {
    return arrayMap([...each(text)], (character) => stringCodePointAt(character, 0));
  },
  encode: (points) => reflectApply(stringStaticFromCodePoint, undefined, points),
};

// Maps each label of a host name, or of the host in an email address.
function mapLabels(domain, map) {
  const at = lastIndexIn(domain, '@');
  const head = at > -1 ? sliceOf(domain, 0, indexIn(domain, '@') + 1) : '';
  const host = at > -1 ? stringSplit(domain, '@')[1] : domain;
  return head + arrayJoin(arrayMap(stringSplit(replaceIn(host, /[\u3002\uFF0E\uFF61]/g, '.'), '.'), map), '.');
}

const toUnicode = (input) => mapLabels(input, (label) => (regexpTest(/^xn--/, label) ? decode(stringToLowerCase(sliceOf(label, 4))) : label));
const toASCII = (input) => mapLabels(input, (label) => (regexpTest(/[^\0-\x7F]/, label) ? `xn--${encode(label)}` : label));

globals.process.emitWarning('The `punycode` module is deprecated. Please use a userland alternative instead.', 'DeprecationWarning', 'DEP0040');

module.exports = { version: '2.1.0', ucs2, decode, encode, toASCII, toUnicode };
