'use strict';

// Primitives as text: quoting and escaping of strings, numbers with their separators, bigints, symbols.

// Nothing of this in a string, and it needs no escape. No lookbehind, which JavaScriptCore interprets instead of compiling:
// with one a test took 960 ns, without 14.
const suspicious = /[\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]/;

// What can never appear bare between quotes: control characters, the backslash and half a surrogate pair (a whole one is
// matched only to be left alone). The single quote joins them when it is also the delimiter.
const everyEscape = /[\x00-\x1f\\\x7f-\x9f]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;
const everyEscapeAndQuote = /[\x00-\x1f'\\\x7f-\x9f]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;

const shortEscapes = { 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r', 39: "\\'", 92: '\\\\' };

function escapeOne(character) {
  if (character.length === 2) return character;
  const code = character.charCodeAt(0);
  const short = shortEscapes[code];
  if (short !== undefined) return short;
  const hex = code.toString(16);
  return code < 0x100 ? `\\x${hex.toUpperCase().padStart(2, '0')}` : `\\u${hex}`;
}

/** Escapes without adding quotes, as a symbol's description in a key is shown. */
function escapeBare(string) {
  if (!suspicious.test(string)) return string;
  return string.replace(everyEscapeAndQuote, escapeOne);
}

// Node's preference: '…', then "…" when only single quotes occur inside, then `…` when both do and a template literal
// would not read them as an expression; otherwise single quotes, escaped.
function delimiterFor(string) {
  if (!string.includes("'")) return "'";
  if (!string.includes('"')) return '"';
  if (!string.includes('`') && !string.includes('${')) return '`';
  return "'";
}

function quote(string) {
  if (!suspicious.test(string)) return `'${string}'`;
  const delimiter = delimiterFor(string);
  return delimiter + string.replace(delimiter === "'" ? everyEscapeAndQuote : everyEscape, escapeOne) + delimiter;
}

function groupFromRight(digits) {
  const sign = digits[0] === '-' ? 1 : 0;
  let grouped = '';
  let end = digits.length;
  while (end - sign > 3) {
    grouped = `_${digits.slice(end - 3, end)}${grouped}`;
    end -= 3;
  }
  return digits.slice(0, end) + grouped;
}

function groupFromLeft(digits) {
  let grouped = digits.slice(0, 3);
  for (let start = 3; start < digits.length; start += 3) grouped += `_${digits.slice(start, start + 3)}`;
  return grouped;
}

function numberText(number, separated) {
  if (number === 0) return Object.is(number, -0) ? '-0' : '0';
  const plain = String(number);
  if (!separated || !Number.isFinite(number) || plain.includes('e')) return plain;
  const point = plain.indexOf('.');
  if (point === -1) return groupFromRight(plain);
  return `${groupFromRight(plain.slice(0, point))}.${groupFromLeft(plain.slice(point + 1))}`;
}

function bigintText(bigint, separated) {
  const digits = String(bigint);
  return `${separated ? groupFromRight(digits) : digits}n`;
}

// Strings this short stay on one line however narrow the room is.
const SHORTEST_SPLIT = 16;

// A long string is shown line by line, joined with `+`, when it does not fit in what the indentation leaves.
function stringText(style, string, print) {
  let rest = '';
  if (string.length > print.maxStringLength) {
    const hidden = string.length - print.maxStringLength;
    string = string.slice(0, print.maxStringLength);
    rest = `... ${hidden} more character${hidden > 1 ? 's' : ''}`;
  }
  const splits = print.compact !== true && string.length > SHORTEST_SPLIT &&
    string.length > print.breakLength - print.indentation - 4;
  if (!splits || !string.includes('\n')) return style(quote(string), 'string') + rest;
  print.isOneLine = false;
  const lines = string.match(/[^\n]*\n|[^\n]+$/g).map((line) => style(quote(line), 'string'));
  return lines.join(` +\n${' '.repeat(print.indentation + 2)}`) + rest;
}

/** Any primitive but null; `style` is given apart from `print` because boxed primitives colour the whole box. */
function primitiveText(style, value, print) {
  switch (typeof value) {
    case 'string': return stringText(style, value, print);
    case 'number': return style(numberText(value, print.numericSeparator), 'number');
    case 'bigint': return style(bigintText(value, print.numericSeparator), 'bigint');
    case 'boolean': return style(value ? 'true' : 'false', 'boolean');
    case 'undefined': return style('undefined', 'undefined');
    default: return style(Symbol.prototype.toString.call(value), 'symbol');
  }
}

module.exports = { bigintText, escapeBare, numberText, primitiveText, quote };
