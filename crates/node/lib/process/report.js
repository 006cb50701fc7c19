'use strict';
// The report of an error that ended the process, as Node prints it:
//
//   /app/a.js:3                       for a value that is not an error, a blank line precedes the location and none follows:
//     throw new Error('x')
//     ^                                 (blank)
//                                       /app/a.js:3
//   Error: x                            throw 1
//       at …                            ^
//                                       1
//   Node.js v26.10.0
//
// The location is where the error was thrown. The engine only records where it was created, so the statement is searched in the source
// (native.findThrowOfError, findThrowOfValue); if that is ambiguous the creation is shown instead. For an error that came through a promise
// Node, too, shows where it was created.

const { arrayIsArray, errorToString, regexpExec, regexpTest, symbolFor } = require('core/intrinsics');
const { newList } = require('core/safe/list');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { sourceLine } = binding('stack');
const native = binding('process');

const EMITTED_AT = symbolFor('hexloop.emittedAt');
const RENDERED = /^[^\n]+:\d+\n/;
// Prepended by node:vm to the stack of an error in a script.
const DECORATED = /^[^\n]+:\d+\n[^\n]*\n[ \t]*\^+\n\n/;

function describe(error, fromJob) {
  try {
    return fullReport(error, fromJob);
  } catch {
    // Whatever a program has replaced, its error is reported.
    return `${errorText(error)}\n`;
  }
}

function fullReport(error, fromJob) {
  const isError = isNativeError(error);
  // The stack of a syntax error begins with its location, line and caret.
  const stack = isError ? stackOf(error) : undefined;
  if (isError && error instanceof SyntaxError && regexpTest(RENDERED, stack)) return `${stack}\n`;
  if (isError && regexpTest(DECORATED, stack)) return `${errorText(error)}\n`;
  if (isError && error[EMITTED_AT] !== undefined) require('events/emitted_at').append(error);
  const location = isError ? locationOfError(error, fromJob) : fromJob ? undefined : locationOfValue(error);
  const frame = location === undefined ? '' : frameOf(location);
  return isError ? `${frame}${frame === '' ? '' : '\n'}${errorText(error)}\n` : `\n${frame}${errorText(error)}\n`;
}

// Undefined if a program has replaced what makes stacks by something that throws.
function stackOf(error) {
  try {
    return error.stack;
  } catch {
    return undefined;
  }
}

function isNativeError(value) {
  return typeof value === 'object' && value !== null && require('core/kind').kindOf(value) === 'Error';
}

const FRAME = /^ {4}at (?:async )?(?:.*\()?([^\n]+?):(\d+):(\d+)\)?$/gm;

// File, line, column; file, line, column; … of the frames with source.
function framesOf(error) {
  let stack;
  try {
    stack = require('core/stack').stackOf(error);
  } catch {
    return [];
  }
  const frames = newList();
  if (typeof stack !== 'string') return frames;
  FRAME.lastIndex = 0;
  for (let match = regexpExec(FRAME, stack); match !== null; match = regexpExec(FRAME, stack)) {
    frames[frames.length] = match[1];
    frames[frames.length] = Number(match[2]);
    frames[frames.length] = Number(match[3]);
  }
  return frames;
}

function locationOfError(error, fromJob) {
  const frames = framesOf(error);
  if (frames.length === 0) return fromJob ? undefined : native.findThrowOfValue('object', '');
  return (fromJob ? undefined : native.findThrowOfError(frames)) ?? [frames[0], frames[1], frames[2]];
}

function locationOfValue(value) {
  const kind = value === null ? 'null' : arrayIsArray(value) ? 'array' : typeof value;
  const isPrimitive = Object(value) !== value && kind !== 'symbol';
  return native.findThrowOfValue(kind, isPrimitive ? String(value) : '');
}

function frameOf({ 0: file, 1: line, 2: column }) {
  const text = sourceLine(file, line);
  if (text === undefined) return `${file}:${line}\n`;
  return `${file}:${line}\n${text}\n${replaceIn(sliceOf(text, 0, column - 1), /[^\t]/g, ' ')}^\n`;
}

const HINT = '(Use `node --trace-uncaught ...` to show where the exception was thrown)';

function errorText(error) {
  if ((typeof error !== 'object' && typeof error !== 'function') || error === null) {
    return `${typeof error === 'symbol' ? '' : String(error)}\n${HINT}`;
  }
  try {
    return require('inspect/inspect').inspect(error, { colors: hasColors(), customInspect: false, depth: 5 });
  } catch {
    // As in Node, the stack alone if a program has replaced what inspecting needs by something that throws.
    const stack = stackOf(error);
    return typeof stack === 'string' && stack !== '' ? stack : `${plainText(error)}\n${HINT}`;
  }
}

function hasColors() {
  if (!binding('stdio').isTTY(2) && require('process/process').env.FORCE_COLOR === undefined) return false;
  return require('console/colour_depth').getColorDepth() > 2;
}

function plainText(error) {
  try {
    return errorToString(error);
  } catch {
    return 'Error';
  }
}

module.exports = { describe };
