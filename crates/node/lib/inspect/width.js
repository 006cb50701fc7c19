'use strict';

// The number of terminal columns of a string. Node uses ICU; JavaScript regular expressions support every Unicode property that
// ICU uses here except East Asian Width, so that one is a table. Table and rule were checked against Node 26 for all 1,114,112
// code points (tests/inspect/string-width.js repeats a part of it).

const {
  regexpTest, stringCharCodeAt, stringCodePointAt, stringIncludes, stringNormalize, stringSlice,
} = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');

// First and last code points of ranges that take two columns (East Asian Wide or Fullwidth, and emoji presentation).
const WIDE = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3, 0x25fd, 0x25fe,
  0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267f, 0x267f, 0x268a, 0x268f, 0x2693, 0x2693, 0x26a1, 0x26a1,
  0x26aa, 0x26ab, 0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26ce, 0x26ce, 0x26d4, 0x26d4, 0x26ea, 0x26ea, 0x26f2, 0x26f3,
  0x26f5, 0x26f5, 0x26fa, 0x26fa, 0x26fd, 0x26fd, 0x2705, 0x2705, 0x270a, 0x270b, 0x2728, 0x2728, 0x274c, 0x274c,
  0x274e, 0x274e, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c,
  0x2b50, 0x2b50, 0x2b55, 0x2b55, 0x2e80, 0x2e99, 0x2e9b, 0x2ef3, 0x2f00, 0x2fd5, 0x2ff0, 0x303e, 0x3041, 0x3096,
  0x3099, 0x30ff, 0x3105, 0x312f, 0x3131, 0x318e, 0x3190, 0x31e5, 0x31ef, 0x321e, 0x3220, 0x3247, 0x3250, 0xa48c,
  0xa490, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe52, 0xfe54, 0xfe66,
  0xfe68, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x16fe4, 0x16ff0, 0x16ff6, 0x17000, 0x18cd5,
  0x18cff, 0x18d1e, 0x18d80, 0x18df2, 0x1aff0, 0x1aff3, 0x1aff5, 0x1affb, 0x1affd, 0x1affe, 0x1b000, 0x1b122,
  0x1b132, 0x1b132, 0x1b150, 0x1b152, 0x1b155, 0x1b155, 0x1b164, 0x1b167, 0x1b170, 0x1b2fb, 0x1d300, 0x1d356,
  0x1d360, 0x1d376, 0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f1e6, 0x1f202,
  0x1f210, 0x1f23b, 0x1f240, 0x1f248, 0x1f250, 0x1f251, 0x1f260, 0x1f265, 0x1f300, 0x1f320, 0x1f32d, 0x1f335,
  0x1f337, 0x1f37c, 0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf, 0x1f3d3, 0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4,
  0x1f3f8, 0x1f43e, 0x1f440, 0x1f440, 0x1f442, 0x1f4fc, 0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567,
  0x1f57a, 0x1f57a, 0x1f595, 0x1f596, 0x1f5a4, 0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc,
  0x1f6d0, 0x1f6d2, 0x1f6d5, 0x1f6d8, 0x1f6dc, 0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7e0, 0x1f7eb,
  0x1f7f0, 0x1f7f0, 0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1f9ff, 0x1fa70, 0x1fa7c, 0x1fa80, 0x1fa8a,
  0x1fa8e, 0x1fac6, 0x1fac8, 0x1fac8, 0x1facd, 0x1fadc, 0x1fadf, 0x1faea, 0x1faef, 0x1faf8, 0x20000, 0x2fffd,
  0x30000, 0x3fffd,
];

// Combining marks and control characters; the soft hyphen is the only exception.
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;
const SOFT_HYPHEN = 0xad;

function isFullWidth(codePoint) {
  let low = 0;
  let high = WIDE.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < WIDE[2 * middle]) high = middle - 1;
    else if (codePoint > WIDE[2 * middle + 1]) low = middle + 1;
    else return true;
  }
  return false;
}

function columnsOf(character) {
  const codePoint = stringCodePointAt(character, 0);
  if (isFullWidth(codePoint)) return 2;
  return codePoint !== SOFT_HYPHEN && regexpTest(zeroWidth, character) ? 0 : 1;
}

// An operating system command ends at its terminator; everything else is an introducer, parameters and one final character.
const controlSequence =
  /\x1b\][^]*?(?:\x07|\x1b\\|\x9c)|[\x1b\x9b][#()[\];?]*(?:\d{1,4}(?:[:;]\d{0,4})*)?[\dA-PR-TZcf-nq-uy<=>~]/g;

function stripVTControlCharacters(str) {
  if (typeof str !== 'string') require('core/validate').validateString(str, 'str');
  let at = nextControl(str, 0);
  if (at === -1) return str;
  let result = '';
  let copied = 0;
  for (; at !== -1; at = nextControl(str, copied)) {
    const end = simpleSequenceEnd(str, at);
    if (end === -1) return result + replaceIn(stringSlice(str, copied), controlSequence, '');
    if (at > copied) result += stringSlice(str, copied, at);
    copied = end;
  }
  return copied === str.length ? result : result + stringSlice(str, copied);
}

// In a long string, finding each of the two is faster than comparing every character.
const LONG = 100;

function nextControl(str, from) {
  const { length } = str;
  if (length - from > LONG && !stringIncludes(str, '\x1b', from) && !stringIncludes(str, '\x9b', from)) return -1;
  for (let i = from; i < length; i++) {
    if (str[i] === '\x1b' || str[i] === '\x9b') return i;
  }
  return -1;
}

// Where a sequence like \x1b[1;31m ends, the most frequent one: -1 if it is any other.
function simpleSequenceEnd(str, at) {
  const { length } = str;
  let i = at + 1;
  if (i >= length || str[i] !== '[') return -1;
  let digits = 0;
  for (i++; i < length; i++) {
    const code = stringCharCodeAt(str, i);
    if (code === 109) return i + 1;
    if (code === 59 && i > at + 2) digits = 0;
    else if (code < 48 || code > 57 || ++digits > 4) return -1;
  }
  return -1;
}

function getStringWidth(str, removeControlChars = true) {
  if (removeControlChars) str = stripVTControlCharacters(str);
  let width = 0;
  for (let i = 0; i < str.length; i++) {
    const code = stringCharCodeAt(str, i);
    if (code >= 127) {
      for (const character of each(stringNormalize(sliceOf(str, i), 'NFC'))) width += columnsOf(character);
      break;
    }
    if (code >= 32) width++;
  }
  return width;
}

/** getStringWidth(str, …) > limit, at the cost of the limit rather than of the string. */
function isWiderThan(str, limit, removeControlChars) {
  if (removeControlChars) return getStringWidth(str) > limit;
  let width = 0;
  for (let i = 0; i < str.length; i++) {
    const code = stringCharCodeAt(str, i);
    if (code >= 127) return width + getStringWidth(sliceOf(str, i), false) > limit;
    if (code >= 32 && ++width > limit) return true;
  }
  return false;
}

module.exports = { getStringWidth, isWiderThan, stripVTControlCharacters };
