'use strict';
// Engine messages quote the source that runs. This restores the program's own source, for the rewrites of crates/source: the
// functions around an expression are removed, and an await, which V8 does not quote, becomes V8's placeholder.
//
// The marks of core/function_source.js are of no help here: what the engine quotes begins with an expression, which is after its mark.

const { regexpExec, stringReplaceAll } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');

const CALL = /__hexloop_([a-z]+)__\(/;
const AWAIT = 'back';

function toOriginalSource(text) {
  for (let found = regexpExec(CALL, text); found !== null; found = regexpExec(CALL, text)) {
    const start = found.index + found[0].length;
    const end = closingBracket(text, start);
    const inside = found[1] === AWAIT ? '(intermediate value)' : sliceOf(text, start, end);
    text = sliceOf(text, 0, found.index) + inside + sliceOf(text, end + 1);
  }
  return stringReplaceAll(text, '((intermediate value))', '(intermediate value)');
}

const withoutMarks = (text) => replaceIn(text, /\v\/\*[@#]\d+(?::[^]*?)?\*\//g, '');

// Where the bracket that was opened before `at` closes; brackets in strings do not count.
function closingBracket(text, at) {
  let depth = 1;
  let quote = '';
  for (let i = at; i < text.length; i++) {
    const character = text[i];
    if (quote !== '') {
      if (character === '\\') i++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === '`') {
      // The engine itself quotes with apostrophes.
      quote = character;
    } else if (character === '(') {
      depth++;
    } else if (character === ')' && --depth === 0) {
      return i;
    }
  }
  return text.length;
}

// V8's message for a `for await` over something that is not iterable; undefined for any other message.
function forAwaitMessage(text) {
  const nullish = regexpExec(/^(undefined|null) is not an object \(evaluating '__hexloop_each__\(/, text);
  if (nullish !== null) return `Cannot read properties of ${nullish[1]} (reading 'Symbol(Symbol.asyncIterator)')`;
  const notIterable = regexpExec(/ of __hexloop_each__ is not a function\. \(In '.*? of __hexloop_each__\((.*)\)', '/, text);
  return notIterable === null ? undefined : `${toOriginalSource(notIterable[1])} is not async iterable`;
}

module.exports = { forAwaitMessage, toOriginalSource, withoutMarks };
