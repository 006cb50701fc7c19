'use strict';
// Regular expressions in built-in files.
//
// String.prototype.replace and others look up Symbol.replace on a RegExp, which looks up `exec` and `flags`. Here only the engine's
// `exec` is called.
const { arrayPush, arraySlice, reflectApply, regexpExec, stringReplace, stringSlice, stringSplit, take } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const isGlobal = (regexp) => call0(readGlobal, regexp);
const readGlobal = take('regexp', 'global', 'get');

function matchesOf(text, regexp) {
  const found = [];
  regexp.lastIndex = 0;
  for (let match = regexpExec(regexp, text); match !== null; match = regexpExec(regexp, text)) {
    arrayPush(found, match);
    if (match[0] === '') regexp.lastIndex++;
    if (!isGlobal(regexp)) break;
  }
  regexp.lastIndex = 0;
  return found;
}

// All matches before `by` is called, which may use the same RegExp. Linked: reports of errors come here, and an array can be watched by
// a program (core/safe/list.js).
class Found {
  constructor(match) {
    this.match = match;
    this.next = null;
  }
}

function firstFound(text, regexp) {
  let first = null;
  let last = null;
  regexp.lastIndex = 0;
  for (let match = regexpExec(regexp, text); match !== null; match = regexpExec(regexp, text)) {
    const found = new Found(match);
    if (last === null) first = found;
    else last.next = found;
    last = found;
    if (match[0] === '') regexp.lastIndex++;
    if (!isGlobal(regexp)) break;
  }
  regexp.lastIndex = 0;
  return first;
}

// text.replace(pattern, by). In a string `by` only $& and $1 to $9 are special.
function replaceIn(text, pattern, by) {
  if (typeof pattern === 'string') return stringReplace(text, pattern, by);
  let result = '';
  let end = 0;
  for (let found = firstFound(text, pattern); found !== null; found = found.next) {
    const { match } = found;
    result += stringSlice(text, end, match.index) + substitute(match, by, text);
    end = match.index + match[0].length;
  }
  return result + (end === 0 ? text : stringSlice(text, end));
}

function substitute(match, by, text) {
  if (typeof by === 'function') {
    const args = arraySlice(match);
    arrayPush(args, match.index);
    arrayPush(args, text);
    return `${reflectApply(by, undefined, args)}`;
  }
  let result = '';
  for (let i = 0; i < by.length; i++) {
    if (by[i] !== '$' || i + 1 === by.length) result += by[i];
    else if (by[i + 1] === '&') { result += match[0]; i++; }
    else if (by[i + 1] === '$') { result += '$'; i++; }
    else if (by[i + 1] >= '1' && by[i + 1] <= '9') result += match[by[++i]] ?? '';
    else result += '$';
  }
  return result;
}

// text.split(separator). A RegExp must be global: its flags are not read.
function splitAt(text, separator, limit) {
  if (typeof separator === 'string' || separator === undefined) return stringSplit(text, separator, limit);
  const parts = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    separator.lastIndex = at;
    const match = regexpExec(separator, text);
    if (match === null || match.index >= text.length) break;
    const end = match.index + match[0].length;
    if (end === from) { at++; continue; }
    if (match[0] === '' && match.index === from) { at++; continue; }
    arrayPush(parts, stringSlice(text, from, match.index));
    for (let i = 1; i < match.length; i++) arrayPush(parts, match[i]);
    from = end;
    at = end > at ? end : at + 1;
  }
  arrayPush(parts, stringSlice(text, from));
  return limit === undefined ? parts : arraySlice(parts, 0, limit);
}

// text.match(regexp).
function matchOf(text, regexp) {
  if (!isGlobal(regexp)) return regexpExec(regexp, text);
  const found = matchesOf(text, regexp);
  for (let i = 0; i < found.length; i++) found[i] = found[i][0];
  return found.length === 0 ? null : found;
}

module.exports = { matchOf, matchesOf, replaceIn, splitAt };
