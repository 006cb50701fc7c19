'use strict';

// Errors: the stack, its first line made to say which class threw, and the properties that the stack does not show yet.

const { stackOf } = require('core/stack');
const { prefix } = require('inspect/naming');
const { propertyText } = require('inspect/properties');

const { kindOf } = require('inspect/kinds');

// Properties that JavaScriptCore puts on every error and V8 does not.
const ENGINE_KEYS = ['line', 'column', 'sourceURL'];

function isError(value) {
  return kindOf(value) === 'Error' || value instanceof Error;
}

function readQuietly(object, key) {
  try {
    return { value: object[key], threw: false };
  } catch {
    return { value: undefined, threw: true };
  }
}

/** The error's stack in V8's form. A stack that a program replaced by something else is shown below the message. */
function stackText(print, error) {
  const stack = readStack(error);
  if (typeof stack === 'string' && stack !== '') return stack;
  const header = Error.prototype.toString.call(error);
  if (!stack) return header;
  print.ancestors.push(error);
  print.indentation += 4;
  const text = print.value(stack, NaN); // Of no depth: never cut off, never on one line, as in Node.
  print.indentation -= 4;
  print.ancestors.pop();
  return `${header}\n    ${text}`;
}

function readStack(error) {
  try {
    stackOf(error);
    return error.stack;
  } catch {
    return undefined; // A getter that throws.
  }
}

const nameBeforeMessage = /^[A-Z][\w [\]()-]+(?=:|\n {4}at)/;
const nameAlone = /^[\w-]*Error$/;

// The name as the stack shows it is replaced by one that tells class and name apart:
//   class Foo extends Error            Error: x        →  Foo: x   … when the name says less than the class
//   { name: 'BarError' } of class Foo  BarError: x     →  Foo [BarError]: x
//   no prototype                       Error: x        →  [Error: null prototype]: x
function improveHeader(stack, name, errorName, tag) {
  if (typeof errorName !== 'string') {
    const label = prefix(name, tag, 'Error').slice(0, -1);
    stack = stack.replace(`${String(errorName)}`, () => `${String(errorName)} [${label}]`);
  }
  let length = errorName.length;
  const startsWithName = () => String(errorName).endsWith('Error') && stack.startsWith(errorName) &&
    (stack.length === length || stack[length] === ':' || stack[length] === '\n');
  if (name !== null && !startsWithName()) return stack;
  let fallback = 'Error';
  if (name === null) {
    const shown = (nameBeforeMessage.exec(stack) ?? nameAlone.exec(stack))?.[0] ?? '';
    length = shown.length;
    if (shown !== '') fallback = shown;
  }
  const label = prefix(name, tag, fallback).slice(0, -1);
  if (errorName === label) return stack;
  if (!label.includes(errorName)) return `${label} [${errorName}]${stack.slice(length)}`;
  return length === 0 ? `${label}: ${stack}` : label + stack.slice(length);
}

// Own properties that repeat what the stack says are not listed; `cause` and `errors` are, though not enumerable.
function chooseKeys(print, error, keys, stack) {
  if (print.showHidden) {
    if (kindOf(error) === 'Error') listAsV8(error, keys);
  } else {
    drop(keys, 'stack');
    for (const key of ['message', 'name']) {
      const { value, threw } = readQuietly(error, key);
      if (!threw && (typeof value !== 'string' || stack.includes(value))) drop(keys, key);
    }
  }
  if (Object.hasOwn(error, 'cause') && !keys.includes('cause')) keys.push('cause');
  const { value: errors } = readQuietly(error, 'errors');
  if (Array.isArray(errors) && Object.hasOwn(error, 'errors') && !keys.includes('errors')) keys.push('errors');
}

// In V8 an error's own `stack` is a pair of accessors, and showHidden shows them. Ours is data, written once the stack has
// been asked for: it is taken off the keys and shown as V8's would be.
function takeStackKey(error, keys) {
  const property = Object.getOwnPropertyDescriptor(error, 'stack');
  const isOurs = kindOf(error) === 'Error' && keys[0] === 'stack' && property.writable && property.configurable &&
    !property.enumerable;
  if (!isOurs) return undefined;
  keys.shift();
  const accessors = { get: () => error.stack, set: () => {}, enumerable: false };
  return (print, _, depth) => [propertyText(print, error, 'stack', accessors, depth, false)];
}

function drop(keys, key) {
  const index = keys.indexOf(key);
  if (index !== -1) keys.splice(index, 1);
}

// Without JavaScriptCore's own additions, the stack first and then the message.
function listAsV8(error, keys) {
  for (const key of ENGINE_KEYS) {
    if (!Object.prototype.propertyIsEnumerable.call(error, key)) drop(keys, key);
  }
  for (const key of ['message', 'stack']) {
    const index = keys.indexOf(key);
    if (index > 0) keys.unshift(...keys.splice(index, 1));
  }
}

function frameLines(print, error, frames) {
  const lines = frames.split('\n');
  const { value: cause } = readQuietly(error, 'cause');
  const { foldCauseFrames, foldRepeatedFrames } = require('inspect/frames');
  if (cause !== null && (typeof cause === 'object' || typeof cause === 'function') && isError(cause)) {
    foldCauseFrames(print, lines, stackText(print, cause));
  }
  foldRepeatedFrames(print, lines);
  return lines;
}

/** The error without its properties; `keys` is changed to those that remain to be listed. */
function errorText(print, error, name, tag, keys) {
  let stack;
  try {
    stack = stackText(print, error);
  } catch {
    return Object.prototype.toString.call(error);
  }
  chooseKeys(print, error, keys, stack);
  const message = readQuietly(error, 'message').value;
  stack = improveHeader(stack, name, readQuietly(error, 'name').value ?? 'Error', tag);

  let afterMessage = (message && stack.indexOf(message)) || -1;
  if (afterMessage !== -1) afterMessage += message.length;
  const framesStart = stack.indexOf('\n    at', afterMessage);
  if (framesStart === -1) stack = `[${stack}]`;
  else {
    const lines = frameLines(print, error, stack.slice(framesStart + 1));
    const shown = print.colors ? require('inspect/frames').colourFrames(print, lines) : lines;
    stack = `${stack.slice(0, framesStart)}\n${shown.join('\n')}`;
  }
  return print.indentation === 0 ? stack : stack.replaceAll('\n', `\n${' '.repeat(print.indentation)}`);
}

module.exports = { errorText, takeStackKey };
