'use strict';

// The message of a failed `assert(expression)`: the source text of the call.
//
// The stack has the line and the column of the callee's last name. From there the call is scanned to the left (`assert.strict.ok`)
// and to the right, up to its closing parenthesis. As in Node, only that one line is used.
//
// In strict code the engine replaces the frame of a tail call (`() => assert(x)`): the location is then that of an outer call, whose
// text would be misleading. So the callee must look like an assertion; for any other name the message falls back to the value.

const {
  arrayFind, regexpExec, regexpTest, stringEndsWith, stringSplit, stringStartsWith, stringTrim, stringTrimEnd,
} = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const { inspect } = require('inspect/inspect');

const location = /\(?([^()\s][^()]*):(\d+):(\d+)\)?$/;
const looksLikeAssertion = /^[^()]*(?:assert|\bok\b|\bstrict\b)/i;
const wordCharacter = /[\w$\u0080-\uffff]/;

function describe(stackStartFn, value) {
  const text = callSource(stackStartFn);
  return text === undefined
    ? `${inspect(value)} == true`
    : `The expression evaluated to a falsy value:\n\n  ${text}\n`;
}

function callSource(stackStartFn) {
  const target = {};
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = undefined;
  Error.captureStackTrace(target, stackStartFn);
  Error.prepareStackTrace = prepareStackTrace;
  const frame = arrayFind(stringSplit(target.stack, '\n'), (line) => stringStartsWith(line, '    at '));
  const found = frame && regexpExec(location, sliceOf(frame, 7));
  if (!found) return undefined;
  const line = binding('stack').sourceLine(found[1], Number(found[2]));
  if (typeof line !== 'string') return undefined;
  const column = Number(found[3]) - 1;
  const text = stringTrim(sliceOf(line, calleeStart(line, column), callEnd(line, column)));
  return regexpTest(looksLikeAssertion, text) ? text : undefined;
}

// The start of `a.b['c'].name` whose last name is at `column`.
function calleeStart(line, column) {
  let at = column;
  // `a['b'](…)`: the engine's column is that of the parenthesis.
  if (line[at] === '(') {
    at = stringTrimEnd(sliceOf(line, 0, at)).length;
    while (at > 0 && (line[at - 1] === ')' || line[at - 1] === ']')) at = openingOf(line, at - 1);
  }
  for (;;) {
    while (at > 0 && regexpTest(wordCharacter, line[at - 1])) at--;
    const before = stringTrimEnd(sliceOf(line, 0, at));
    if (stringEndsWith(before, '?.')) at = before.length - 2;
    else if (stringEndsWith(before, '.') && !stringEndsWith(before, '..')) at = before.length - 1;
    else return at;
    at = stringTrimEnd(sliceOf(line, 0, at)).length;
    while (at > 0 && (line[at - 1] === ')' || line[at - 1] === ']')) at = openingOf(line, at - 1);
  }
}

function openingOf(line, closing) {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    if (line[at] === ')' || line[at] === ']') depth++;
    else if (line[at] === '(' || line[at] === '[') depth--;
    if (depth === 0) return at;
  }
  return closing;
}

// The index after the parenthesis that closes the call that starts at `column`; the line's length if it is not on this line.
function callEnd(line, column) {
  let depth = 0;
  let called = false;
  for (let at = column; at < line.length; at++) {
    const character = line[at];
    if (character === '"' || character === "'" || character === '`') {
      at = endOfString(line, at);
    } else if (character === '/' && line[at + 1] === '*') {
      const end = indexIn(line, '*/', at + 2);
      at = end === -1 ? line.length : end + 1;
    } else if (character === '/' && line[at + 1] === '/') {
      return line.length;
    } else if (character === '/' && startsRegExp(line, at)) {
      at = endOfRegExp(line, at);
    } else if (character === '(' || character === '[' || character === '{') {
      called ||= character === '(' && depth === 0;
      depth++;
    } else if (character === ')' || character === ']' || character === '}') {
      depth--;
      if (depth === 0 && called) return at + 1;
    }
  }
  return line.length;
}

function endOfString(line, start) {
  const quote = line[start];
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === quote) return at;
    else if (quote === '`' && line[at] === '$' && line[at + 1] === '{') at = endOfSubstitution(line, at + 2);
  }
  return line.length;
}

function endOfSubstitution(line, start) {
  let depth = 1;
  for (let at = start; at < line.length; at++) {
    if (line[at] === '"' || line[at] === "'" || line[at] === '`') at = endOfString(line, at);
    else if (line[at] === '{') depth++;
    else if (line[at] === '}' && --depth === 0) return at;
  }
  return line.length;
}

// A slash is a division after a value, and starts a regular expression anywhere else.
function startsRegExp(line, slash) {
  const before = stringTrimEnd(sliceOf(line, 0, slash));
  if (before === '') return true;
  if (regexpTest(/(?:^|[^\w$.])(?:return|typeof|case|in|of|void|delete|instanceof|new)$/, before)) return true;
  return !regexpTest(/[\w$)\]}"'`]$/, before);
}

function endOfRegExp(line, start) {
  let inClass = false;
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '[') inClass = true;
    else if (line[at] === ']') inClass = false;
    else if (line[at] === '/' && !inClass) return at;
  }
  return line.length;
}

module.exports = { describe };
