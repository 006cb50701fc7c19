'use strict';
// What is printed about an error that ended the process, as Node prints it:
//
//   /app/a.js:3
//     throw new Error('x')
//     ^
//
//   Error: x
//       at …
//
//   Node.js v26.10.0

const { sourceLine } = binding('stack');

// [text] for native.printUncaught.
function describe(error, fromPromise) {
  const place = placeOf(error);
  let text = '';
  if (place !== undefined) text += frame(place);
  else if (fromPromise || !isErrorLike(error)) text += 'node:internal/process/promises:394\n';
  text += `\n${body(error)}\n`;
  return [text];
}

function isErrorLike(error) {
  return (typeof error === 'object' || typeof error === 'function') && error !== null && typeof error.stack === 'string';
}

// The first frame in a file that can be shown.
function placeOf(error) {
  if (!isErrorLike(error)) return undefined;
  const match = /\n {4}at (?:.*\()?((?:file:\/\/)?\/[^\n]*?):(\d+):(\d+)\)?(?:\n|$)/.exec(require('core/stack').stackOf(error));
  if (match === null) return undefined;
  return { file: match[1], line: Number(match[2]), column: Number(match[3]) };
}

function frame({ file, line, column }) {
  const text = sourceLine(file, line);
  if (text === undefined) return `${file}:${line}\n`;
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return `${file}:${line}\n${text}\n${indent}^\n`;
}

function body(error) {
  if (!isErrorLike(error)) {
    return `Uncaught:\n${require('inspect/inspect').inspect(error)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`;
  }
  try {
    return require('inspect/inspect').inspect(error);
  } catch {
    return String(error.stack);
  }
}

module.exports = { describe };
