'use strict';
// node:punycode, deprecated: RFC 3492, and its use in host names.

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
  delta = first ? Math.floor(delta / DAMP) : delta >> 1;
  delta += Math.floor(delta / points);
  let k = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) delta = Math.floor(delta / (BASE - T_MIN));
  return Math.floor(k + (BASE - T_MIN + 1) * delta / (delta + SKEW));
}

const threshold = (k, bias) => (k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias);

function basicToDigit(code) {
  if (code >= 48 && code < 58) return 26 + (code - 48);
  if (code >= 65 && code < 91) return code - 65;
  return code >= 97 && code < 123 ? code - 97 : BASE;
}

const digitToBasic = (digit) => String.fromCharCode(digit + 22 + (digit < 26 ? 75 : 0));

function decode(input) {
  const output = [];
  const end = Math.max(input.lastIndexOf('-'), 0);
  for (let at = 0; at < end; at++) {
    if (input.charCodeAt(at) >= 0x80) fail('Illegal input >= 0x80 (not a basic code point)');
    output.push(input.charCodeAt(at));
  }
  let i = 0;
  let n = INITIAL_N;
  let bias = INITIAL_BIAS;
  for (let at = end > 0 ? end + 1 : 0; at < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (at >= input.length) fail('Invalid input');
      const digit = basicToDigit(input.charCodeAt(at++));
      if (digit >= BASE) fail('Invalid input');
      if (digit > Math.floor((MAX - i) / weight)) overflow();
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > Math.floor(MAX / (BASE - t))) overflow();
      weight *= BASE - t;
    }
    const count = output.length + 1;
    bias = adapt(i - before, count, before === 0);
    if (Math.floor(i / count) > MAX - n) overflow();
    n += Math.floor(i / count);
    i %= count;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

function encode(input) {
  const points = ucs2.decode(input);
  const output = points.filter((point) => point < 0x80).map((point) => String.fromCharCode(point));
  const basic = output.length;
  let handled = basic;
  if (basic > 0) output.push('-');
  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= n));
    if (next - n > Math.floor((MAX - delta) / (handled + 1))) overflow();
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n && ++delta > MAX) overflow();
      if (point !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (q < t) break;
        output.push(digitToBasic(t + (q - t) % (BASE - t)));
        q = Math.floor((q - t) / (BASE - t));
      }
      output.push(digitToBasic(q));
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return output.join('');
}

const ucs2 = {
  decode(text) {
    return [...text].map((character) => character.codePointAt(0));
  },
  encode: (points) => String.fromCodePoint(...points),
};

// Maps each label of a host name, or of the host in an email address.
function mapLabels(domain, map) {
  const at = domain.lastIndexOf('@');
  const head = at > -1 ? domain.slice(0, domain.indexOf('@') + 1) : '';
  const host = at > -1 ? domain.split('@')[1] : domain;
  return head + host.replace(/[\u3002\uFF0E\uFF61]/g, '.').split('.').map(map).join('.');
}

const toUnicode = (input) => mapLabels(input, (label) => (/^xn--/.test(label) ? decode(label.slice(4).toLowerCase()) : label));
const toASCII = (input) => mapLabels(input, (label) => (/[^\0-\x7F]/.test(label) ? `xn--${encode(label)}` : label));

process.emitWarning('The `punycode` module is deprecated. Please use a userland alternative instead.', 'DeprecationWarning', 'DEP0040');

module.exports = { version: '2.1.0', ucs2, decode, encode, toASCII, toUnicode };
