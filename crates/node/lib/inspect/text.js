'use strict';

// Primitives as text: quoting and escaping of strings, numbers with their separators, bigints, symbols.

const {
  arrayJoin, arrayMap, numberIsFinite, numberProtoToString, objectIs, regexpTest, stringCharCodeAt, stringPadStart, stringRepeat,
  stringToUpperCase, symbolProtoToString,
} = require('core/intrinsics');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { matchOf, replaceIn } = require('core/safe/patterns');

// A string without any of these needs no escape. No lookbehind, which JavaScriptCore interprets instead of compiling: with one a
// test took 960 ns, without 14.
const strEscapeSequence = /[\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]/;

// Characters that must be escaped in quotes: control characters, the backslash and lone surrogates (a pair is matched only to be
// kept). The single quote is included if it is also the delimiter.
const everyEscape = /[\x00-\x1f\\\x7f-\x9f]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;
const everyEscapeAndQuote = /[\x00-\x1f'\\\x7f-\x9f]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;

const shortEscapes = { 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r', 39: "\\'", 92: '\\\\' };

function escapeCharacter(character) {
  if (character.length === 2) return character;
  const code = stringCharCodeAt(character, 0);
  const short = shortEscapes[code];
  if (short !== undefined) return short;
  const hex = numberProtoToString(code, 16);
  return code < 0x100 ? `\\x${stringPadStart(stringToUpperCase(hex), 2, '0')}` : `\\u${hex}`;
}

/** Escapes without adding quotes, for the description of a symbol in a key. */
function escapeString(string) {
  if (!regexpTest(strEscapeSequence, string)) return string;
  return replaceIn(string, everyEscapeAndQuote, escapeCharacter);
}

// Node's preference: '…', then "…" if only single quotes occur inside, then `…` if both do and a template literal would not
// interpret them; otherwise single quotes, escaped.
function delimiterFor(string) {
  if (!isIn(string, "'")) return "'";
  if (!isIn(string, '"')) return '"';
  if (!isIn(string, '`') && !isIn(string, '${')) return '`';
  return "'";
}

function quote(string) {
  if (!regexpTest(strEscapeSequence, string)) return `'${string}'`;
  const delimiter = delimiterFor(string);
  return delimiter + replaceIn(string, delimiter === "'" ? everyEscapeAndQuote : everyEscape, escapeCharacter) + delimiter;
}

function groupFromRight(digits) {
  const sign = digits[0] === '-' ? 1 : 0;
  let grouped = '';
  let end = digits.length;
  while (end - sign > 3) {
    grouped = `_${sliceOf(digits, end - 3, end)}${grouped}`;
    end -= 3;
  }
  return sliceOf(digits, 0, end) + grouped;
}

function groupFromLeft(digits) {
  let grouped = sliceOf(digits, 0, 3);
  for (let start = 3; start < digits.length; start += 3) grouped += `_${sliceOf(digits, start, start + 3)}`;
  return grouped;
}

function numberText(number, separated) {
  if (number === 0) return objectIs(number, -0) ? '-0' : '0';
  const text = String(number);
  if (!separated || !numberIsFinite(number) || isIn(text, 'e')) return text;
  const point = indexIn(text, '.');
  if (point === -1) return groupFromRight(text);
  return `${groupFromRight(sliceOf(text, 0, point))}.${groupFromLeft(sliceOf(text, point + 1))}`;
}

function bigintText(bigint, separated) {
  const digits = String(bigint);
  return `${separated ? groupFromRight(digits) : digits}n`;
}

// Strings up to this length are never split, however little space there is.
const MIN_SPLIT_LENGTH = 16;

// A long string is split into lines, joined with `+`, if it does not fit in the space that the indentation leaves.
function stringText(style, string, ctx) {
  let rest = '';
  if (string.length > ctx.maxStringLength) {
    const hidden = string.length - ctx.maxStringLength;
    string = sliceOf(string, 0, ctx.maxStringLength);
    rest = `... ${hidden} more character${hidden > 1 ? 's' : ''}`;
  }
  const splits = ctx.compact !== true && string.length > MIN_SPLIT_LENGTH &&
    string.length > ctx.breakLength - ctx.indentation - 4;
  if (!splits || !isIn(string, '\n')) return style(quote(string), 'string') + rest;
  ctx.isOneLine = false;
  const lines = arrayMap(matchOf(string, /[^\n]*\n|[^\n]+$/g), (line) => style(quote(line), 'string'));
  return arrayJoin(lines, ` +\n${stringRepeat(' ', ctx.indentation + 2)}`) + rest;
}

/** Any primitive but null; `style` is passed separately because boxed primitives are colored as a whole. */
function primitiveText(style, value, ctx) {
  switch (typeof value) {
    case 'string': return stringText(style, value, ctx);
    case 'number': return style(numberText(value, ctx.numericSeparator), 'number');
    case 'bigint': return style(bigintText(value, ctx.numericSeparator), 'bigint');
    case 'boolean': return style(value ? 'true' : 'false', 'boolean');
    case 'undefined': return style('undefined', 'undefined');
    default: return style(symbolProtoToString(value), 'symbol');
  }
}

module.exports = { bigintText, escapeString, numberText, primitiveText, quote };
