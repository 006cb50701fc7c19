'use strict';

// path.matchesGlob: whether a path matches a glob pattern.
//
//   *  ?  [a-c]  [!x]  [[:alpha:]]   within one part; a leading dot is matched only by a dot
//   **                               any number of whole parts
//   {a,b}  {1..3}                    alternatives, expanded first
//   ?(a|b) *(…) +(…) @(…) !(…)       repeated or excluded alternatives
//
// In a pattern a backslash is a separator like a slash, on every system: nothing can be escaped.

const {
  arrayFilter, arrayFlatMap, arrayForEach, arrayIncludes, arrayJoin, arrayMap, arrayPop, arrayPush, arraySome, mathAbs, mathMax,
  regexpExec, regexpTest, stringCharCodeAt, stringIncludes, stringReplaceAll, stringSplit, stringStartsWith,
  stringStaticFromCharCode,
} = require('core/intrinsics');
const { replaceIn } = require('core/safe/patterns');
const { sliceOf } = require('core/safe/lists');
const { validateString } = require('core/validate');

function matchesGlob(path, pattern, windows) {
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  const parts = normalizeParts(stringSplit(windows ? stringReplaceAll(path, '\\', '/') : path, '/'));
  return arraySome(expandBraces(stringReplaceAll(pattern, '\\', '/')), (each) => matchParts(parts, 0, compile(stringSplit(each, '/')), 0));
}

// Repeated separators are one (a root and a trailing slash are kept), and `a/..` is removed.
function normalizeParts(parts) {
  const kept = [];
  arrayForEach(parts, (part, index) => {
    if (part === '' && index > 0 && index < parts.length - 1) return;
    if (part === '.' && kept.length > 0) return;
    if (part === '..' && kept.length > 0 && !arrayIncludes(['..', '.', '', '**'], kept[kept.length - 1])) arrayPop(kept);
    else arrayPush(kept, part);
  });
  return kept.length === 0 ? [''] : kept;
}

function compile(parts) {
  const kept = arrayFilter(normalizeParts(parts), (part, index, all) => part !== '**' || all[index - 1] !== '**');
  return arrayMap(kept, (part) => (part === '**' ? part : partPattern(part)));
}

function matchParts(parts, at, patterns, next) {
  for (; next < patterns.length; next++, at++) {
    const pattern = patterns[next];
    if (pattern === '**') return matchAnyParts(parts, at, patterns, next);
    if (at >= parts.length) return false;
    if (typeof pattern === 'string' ? parts[at] !== pattern : !regexpTest(pattern, parts[at])) return false;
  }
  // A trailing slash of the path is ignored.
  return at === parts.length || (at === parts.length - 1 && parts[at] === '');
}

// `**` matches zero or more parts, but no hidden ones. At the end it must match at least one.
function matchAnyParts(parts, at, patterns, next) {
  const last = next === patterns.length - 1;
  if (last && at === parts.length) return false;
  for (let to = at; to <= parts.length; to++) {
    if (to === parts.length) return last;
    if (!last && matchParts(parts, to, patterns, next + 1)) return true;
    if (stringStartsWith(parts[to], '.')) return false;
  }
  return false;
}

const special = /[*?[\]{}()!+@|]/;
const classes = {
  __proto__: null,
  alnum: '\\p{L}\\p{Nl}\\p{Nd}', alpha: '\\p{L}\\p{Nl}', ascii: '\\x00-\\x7f', blank: '\\p{Zs}\\t', cntrl: '\\p{Cc}',
  digit: '\\p{Nd}', lower: '\\p{Ll}', print: '\\p{C}', punct: '\\p{P}', space: '\\p{Z}\\t\\r\\n\\v\\f', upper: '\\p{Lu}',
  word: '\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}', xdigit: 'A-Fa-f0-9',
};

const escaped = (character) => replaceIn(character, /[-[\]{}()*+?.,\\^$|#\s/]/g, '\\$&');

// A part without special characters is compared as a string.
function partPattern(part) {
  if (!regexpTest(special, part)) return part;
  // A pattern never matches `.` and `..`, nor a hidden name unless it starts with a dot.
  const guard = stringStartsWith(part, '.') || stringStartsWith(part, '[.]') ? '(?!\\.{1,2}$)' : '(?!\\.)';
  const nonEmpty = regexpTest(/^[*?+@!]\(/, part) ? '' : '(?=.)';
  try {
    return new RegExp(`^${nonEmpty}${guard}${translate(part)}$`, 'u');
  } catch {
    // An invalid class, such as [z-a], is taken literally.
    return part;
  }
}

function translate(text) {
  let source = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    const group = stringIncludes('?*+@!', character) && text[at + 1] === '(' ? closing(text, at + 1) : -1;
    if (group !== -1) {
      source += extended(character, sliceOf(text, at + 2, group), sliceOf(text, group + 1));
      at = group;
    } else if (character === '*') {
      while (text[at + 1] === '*') at++;
      source += '[^/]*?';
    } else if (character === '?') {
      source += '[^/]';
    } else if (character === '[') {
      const found = bracket(text, at);
      if (found === undefined) {
        source += '\\[';
      } else {
        source += found.source;
        at = found.end;
      }
    } else {
      source += escaped(character);
    }
  }
  return source;
}

function closing(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

function extended(kind, body, rest) {
  const alternation = arrayJoin(arrayMap(alternatives(body, '|', '(', ')'), translate), '|');
  if (kind === '@') return `(?:${alternation})`;
  if (kind !== '!') return `(?:${alternation})${kind}`;
  return `(?:(?!(?:${alternation})${translate(rest)}$)[^/]*?)`;
}

// `[a-z]`, `[!x]`, `[[:alpha:]]`; a `]` right after the opening bracket is a member.
function bracket(text, start) {
  let at = start + 1;
  let negated = false;
  if (text[at] === '!' || text[at] === '^') {
    negated = true;
    at++;
  }
  let members = '';
  for (let first = true; at < text.length; first = false, at++) {
    const character = text[at];
    if (character === ']' && !first) return { source: `[${negated ? '^/' : ''}${members}]`, end: at };
    const named = regexpExec(/^\[:(\w+):\]/, sliceOf(text, at));
    if (named !== null && classes[named[1]] !== undefined) {
      members += classes[named[1]];
      at += named[0].length - 1;
    } else if (character === '-' && !first && text[at + 1] !== ']') {
      members += '-';
    } else {
      members += escaped(character);
    }
  }
  return undefined;
}

// Splits at `separator` outside nested brackets.
function alternatives(text, separator, open, close) {
  const parts = [];
  let depth = 0;
  let part = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === open) depth++;
    else if (character === close) depth--;
    if (character === separator && depth === 0) {
      arrayPush(parts, part);
      part = '';
    } else {
      part += character;
    }
  }
  arrayPush(parts, part);
  return parts;
}

function expandBraces(pattern) {
  const open = findOpen(pattern);
  if (open === -1) return [pattern];
  let depth = 0;
  let end = -1;
  for (let at = open; at < pattern.length; at++) {
    if (pattern[at] === '{') depth++;
    else if (pattern[at] === '}' && --depth === 0) {
      end = at;
      break;
    }
  }
  if (end === -1) return [pattern];
  const body = sliceOf(pattern, open + 1, end);
  const members = range(body) ?? alternatives(body, ',', '{', '}');
  if (members.length === 1 && range(body) === undefined) {
    return arrayMap(expandBraces(sliceOf(pattern, end + 1)), (tail) => `${sliceOf(pattern, 0, end + 1)}${tail}`);
  }
  return arrayFlatMap(members, (member) => expandBraces(`${sliceOf(pattern, 0, open)}${member}${sliceOf(pattern, end + 1)}`));
}

// `${` is not expanded, as in shells.
function findOpen(pattern) {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '{' && pattern[at - 1] !== '$') return at;
  }
  return -1;
}

// {1..3} and {a..c}
function range(text) {
  const found = regexpExec(/^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/, text);
  if (found === null) return undefined;
  const numeric = regexpTest(/\d$/, found[1]) && regexpTest(/\d$/, found[2]);
  const value = (end) => (numeric ? Number(end) : stringCharCodeAt(end, 0));
  const step = mathMax(mathAbs(Number(found[3] ?? 1)), 1);
  const members = [];
  const { 0: from, 1: to } = [value(found[1]), value(found[2])];
  for (let at = from; from <= to ? at <= to : at >= to; at += from <= to ? step : -step) {
    arrayPush(members, numeric ? String(at) : stringStaticFromCharCode(at));
  }
  return members;
}

module.exports = { matchesGlob };
