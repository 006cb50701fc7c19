'use strict';
// Function.prototype.toString: the source as it was written, and V8's text for native functions.
//
// The edits of crates/source are taken back here. Each is marked (crates/source/src/marks.rs):
//
//   return await x       return ␋/*@14*/$back($keep( x␋/*@16*/),await $operand)

const { functionToString, objectGetOwnPropertyDescriptor, regexpTest, stringEndsWith, stringReplaceAll, stringStartsWith } = require('core/intrinsics');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');

const MARK = '\v/*';
// The later edits first: one may be inside the text of an earlier edit.
const REWRITTEN = '\v/*@';
const LOWERED = '\v/*#';
const ENGINE_NATIVE_END = '() {\n    [native code]\n}';

// `natives`: functions of ours that are native in V8, each followed by its name.
function sourceOf(callable, natives = require('engine').natives) {
  for (let i = 0; i < natives.length; i += 2) if (natives[i] === callable) return nativeSource(natives[i + 1]);
  if (typeof callable !== 'function') throw new TypeError("Function.prototype.toString requires that 'this' be a Function");
  const text = functionToString(callable);
  if (stringEndsWith(text, ENGINE_NATIVE_END)) {
    const name = sliceOf(text, 'function '.length, -ENGINE_NATIVE_END.length);
    return nativeSource(name === 'ProxyObject' || isBound(callable) ? '' : name);
  }
  return isIn(text, MARK) ? takeBack(takeBack(text, REWRITTEN), LOWERED) : text;
}

const isBound = (callable) => {
  const own = objectGetOwnPropertyDescriptor(callable, 'name')?.value;
  return typeof own === 'string' && stringStartsWith(own, 'bound ');
};

const nativeSource = (name) => `function ${name}() { [native code] }`;

function takeBack(text, opening) {
  let original = '';
  let from = 0;
  for (let at = indexIn(text, opening); at !== -1; at = indexIn(text, opening, from)) {
    const start = at + opening.length;
    const end = indexIn(text, '*/', start);
    const mark = sliceOf(text, start, end === -1 ? text.length : end);
    const colon = indexIn(mark, ':');
    const length = colon === -1 ? mark : sliceOf(mark, 0, colon);
    if (end === -1 || !regexpTest(/^\d+$/, length)) {
      // The program's own.
      original += sliceOf(text, from, start);
      from = start;
      continue;
    }
    const removed = colon === -1 ? '' : stringReplaceAll(sliceOf(mark, colon + 1), '*\v/', '*/');
    original += sliceOf(text, from, at) + removed;
    from = end + 2 + +length;
  }
  return original + sliceOf(text, from);
}

module.exports = { sourceOf };
