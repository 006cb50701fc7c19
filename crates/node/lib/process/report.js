'use strict';
// What is printed about an error that ended the process, as Node prints it:
//
//   /app/a.js:3                       for what is not an error, a blank line stands before the place and none after it:
//     throw new Error('x')
//     ^                                 (blank)
//                                       /app/a.js:3
//   Error: x                            throw 1
//       at …                            ^
//                                       1
//   Node.js v26.10.0
//
// The place is where the error was thrown. The engine remembers only where it was made, so the caret is moved back to a
// `throw` that stands before that on the line, unless the error came through a promise: then Node too shows where it was
// made.

const { sourceLine } = binding('stack');

function describe(error, fromPromise) {
  const isError = isNativeError(error);
  const place = isError ? placeOf(error) : undefined;
  const frame = place === undefined ? '' : frameOf(place, fromPromise);
  return isError ? `${frame}${frame === '' ? '' : '\n'}${text(error)}\n` : `${frame}\n${text(error)}\n`;
}

function isNativeError(value) {
  return typeof value === 'object' && value !== null && binding('inspect').kindOf(value) === 'Error';
}

const FRAME = /\n {4}at (?:.*\()?((?:file:\/\/\/|\/|node:|\[)[^\n]*?):(\d+):(\d+)\)?(?:\n|$)/;

// The topmost frame that has a line to show.
function placeOf(error) {
  let stack;
  try {
    stack = require('core/stack').stackOf(error);
  } catch {
    return undefined;
  }
  const match = typeof stack === 'string' ? FRAME.exec(stack) : null;
  return match === null ? undefined : { file: match[1], line: Number(match[2]), column: Number(match[3]) };
}

function frameOf({ file, line, column }, fromPromise) {
  const text = sourceLine(file, line);
  if (text === undefined) return `${file}:${line}\n`;
  const start = fromPromise ? column - 1 : throwBefore(text, column - 1);
  return `${file}:${line}\n${text}\n${text.slice(0, start).replace(/[^\t]/g, ' ')}^\n`;
}

// Where `throw` stands, if what is at `index` is the start of what it throws.
function throwBefore(text, index) {
  const match = /(?:^|[^\w$.])(throw\s+(?:\(\s*)*)$/.exec(text.slice(0, index));
  return match === null ? index : index - match[1].length;
}

const HINT = '(Use `node --trace-uncaught ...` to show where the exception was thrown)';

function text(error) {
  if ((typeof error !== 'object' && typeof error !== 'function') || error === null) {
    return `${typeof error === 'symbol' ? '' : String(error)}\n${HINT}`;
  }
  try {
    return require('inspect/inspect').inspect(error);
  } catch {
    return `${plainText(error)}\n${HINT}`;
  }
}

function plainText(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

module.exports = { describe };
