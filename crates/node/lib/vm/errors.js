'use strict';
// Decorates errors of scripts with the source line they come from, and an arrow.

const { SafeWeakSet } = require('core/safe/collections');
const { arrayFlat, arrayMap, objectDefineProperty, regexpTest, stringStartsWith } = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const { matchesOf, replaceIn } = require('core/safe/patterns');
const native = binding('vm');
const { sourceLine } = binding('stack');
const { stackOf } = require('core/stack');

const decoratedErrors = new SafeWeakSet();

const isError = (value) => typeof value === 'object' && value !== null && require('core/kind').kindOf(value) === 'Error';

function setStack(error, stack) {
  try {
    objectDefineProperty(error, 'stack', { __proto__: null, value: stack, writable: true, enumerable: false, configurable: true });
  } catch {
    // A frozen error keeps its stack.
  }
}

// A syntax error includes its line already; the caller of the compiler is missing.
function withFrames(error, caller) {
  if (!isError(error) || regexpTest(/\n    at /, error.stack)) return error;
  const here = {};
  Error.captureStackTrace(here, caller);
  const at = indexIn(here.stack, '\n    at ');
  const own = caller === undefined ? '' : `\n    at ${caller.name === 'Script' ? 'new Script' : caller.name} (node:vm)`;
  decoratedErrors.add(error);
  setStack(error, `${error.stack}${own}${at === -1 ? '' : sliceOf(here.stack, at)}`);
  return error;
}

const FRAME = /^ {4}at (?:.*\()?([^\n()]+):(\d+):(\d+)\)?$/gm;

// File, line and column of a frame, without the offsets of the script.
function sourcePosition({ 1: file, 2: line, 3: column }) {
  const { 0: lineOffset, 1: columnOffset } = native.offsets(file);
  const inText = Number(line) - lineOffset;
  return [file, inText, Number(column) - (inText === 1 ? columnOffset : 0)];
}

// Prepends the line that threw to the stack of an error, once.
function decorated(error) {
  if (!isError(error) || decoratedErrors.has(error)) return error;
  decoratedErrors.add(error);
  const stack = stackOf(error);
  if (typeof stack !== 'string') return error;
  const frames = arrayMap(matchesOf(stack, FRAME), sourcePosition);
  if (frames.length === 0) return error;
  const { 0: file, 1: line, 2: column } = binding('process').findThrowOfError(arrayFlat(frames)) ?? frames[0];
  if (stringStartsWith(file, 'node:')) return error;
  const shown = line + native.offsets(file)[0];
  const text = sourceLine(file, shown);
  if (text === undefined) return error;
  const indent = replaceIn(sliceOf(text, 0, column - 1), /[^\t]/g, ' ');
  setStack(error, `${file}:${shown}\n${text}\n${indent}^\n\n${stack}`);
  return error;
}

module.exports = { decorated, withFrames };
