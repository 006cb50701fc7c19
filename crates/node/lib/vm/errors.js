'use strict';
// Decorates errors of scripts with the source line they come from, and an arrow.

const native = binding('vm');
const { sourceLine } = binding('stack');
const { stackOf } = require('core/stack');

const decoratedErrors = new WeakSet();

const isError = (value) => typeof value === 'object' && value !== null && require('core/kind').kindOf(value) === 'Error';

function setStack(error, stack) {
  try {
    Object.defineProperty(error, 'stack', { __proto__: null, value: stack, writable: true, enumerable: false, configurable: true });
  } catch {
    // A frozen error keeps its stack.
  }
}

// A syntax error includes its line already; the caller of the compiler is missing.
function withFrames(error, caller) {
  if (!isError(error) || /\n    at /.test(error.stack)) return error;
  const here = {};
  Error.captureStackTrace(here, caller);
  const at = here.stack.indexOf('\n    at ');
  const own = caller === undefined ? '' : `\n    at ${caller.name === 'Script' ? 'new Script' : caller.name} (node:vm)`;
  decoratedErrors.add(error);
  setStack(error, `${error.stack}${own}${at === -1 ? '' : here.stack.slice(at)}`);
  return error;
}

const FRAME = /^ {4}at (?:.*\()?([^\n()]+):(\d+):(\d+)\)?$/gm;

// File, line and column of a frame, without the offsets of the script.
function sourcePosition([, file, line, column]) {
  const [lineOffset, columnOffset] = native.offsets(file);
  const inText = Number(line) - lineOffset;
  return [file, inText, Number(column) - (inText === 1 ? columnOffset : 0)];
}

// Prepends the line that threw to the stack of an error, once.
function decorated(error) {
  if (!isError(error) || decoratedErrors.has(error)) return error;
  decoratedErrors.add(error);
  const stack = stackOf(error);
  if (typeof stack !== 'string') return error;
  const frames = Array.from(stack.matchAll(FRAME), sourcePosition);
  if (frames.length === 0) return error;
  const [file, line, column] = binding('process').findThrowOfError(frames.flat()) ?? frames[0];
  if (file.startsWith('node:')) return error;
  const shown = line + native.offsets(file)[0];
  const text = sourceLine(file, shown);
  if (text === undefined) return error;
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  setStack(error, `${file}:${shown}\n${text}\n${indent}^\n\n${stack}`);
  return error;
}

module.exports = { decorated, withFrames };
