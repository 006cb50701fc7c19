'use strict';

// Errors: the stack with the class in its first line, and the properties that the stack does not show.

const {
  arrayIsArray, arrayJoin, arrayPop, arrayPush, arrayShift, arraySplice, arrayUnshift, errorToString,
  objectGetOwnPropertyDescriptor, objectHasOwn, objectProtoPropertyIsEnumerable, objectProtoToString, regexpExec, stringEndsWith,
  stringRepeat, stringReplaceAll, stringSplit, stringStartsWith,
} = require('core/intrinsics');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { stackOf } = require('core/stack');
const { prefix } = require('inspect/naming');
const { propertyText } = require('inspect/properties');

const { kindOf } = require('inspect/kinds');

// Properties that JavaScriptCore adds to every error and V8 does not.
const ENGINE_KEYS = ['line', 'column', 'sourceURL'];

function isError(value) {
  return kindOf(value) === 'Error' || value instanceof Error;
}

function tryRead(object, key) {
  try {
    return { value: object[key], threw: false };
  } catch {
    return { value: undefined, threw: true };
  }
}

/** The error's stack in V8's format. If a program replaced the stack with another value, it is shown below the message. */
function stackText(ctx, error) {
  const stack = readStack(error);
  if (typeof stack === 'string' && stack !== '') return stack;
  const header = errorToString(error);
  if (!stack) return header;
  arrayPush(ctx.ancestors, error);
  ctx.indentation += 4;
  const text = ctx.value(stack, NaN); // Without a depth: never truncated, never on one line, as in Node.
  ctx.indentation -= 4;
  arrayPop(ctx.ancestors);
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

// Replaces the name at the start of the stack with one that shows both class and name:
//   class Foo extends Error            Error: x        →  Foo: x   … if the name says less than the class
//   { name: 'BarError' } of class Foo  BarError: x     →  Foo [BarError]: x
//   no prototype                       Error: x        →  [Error: null prototype]: x
function improveStack(stack, name, errorName, tag) {
  if (typeof errorName !== 'string') {
    const label = sliceOf(prefix(name, tag, 'Error'), 0, -1);
    stack = replaceIn(stack, `${String(errorName)}`, () => `${String(errorName)} [${label}]`);
  }
  let length = errorName.length;
  const startsWithName = () => stringEndsWith(String(errorName), 'Error') && stringStartsWith(stack, errorName) &&
    (stack.length === length || stack[length] === ':' || stack[length] === '\n');
  if (name !== null && !startsWithName()) return stack;
  let fallback = 'Error';
  if (name === null) {
    const shown = (regexpExec(nameBeforeMessage, stack) ?? regexpExec(nameAlone, stack))?.[0] ?? '';
    length = shown.length;
    if (shown !== '') fallback = shown;
  }
  const label = sliceOf(prefix(name, tag, fallback), 0, -1);
  if (errorName === label) return stack;
  if (!isIn(label, errorName)) return `${label} [${errorName}]${sliceOf(stack, length)}`;
  return length === 0 ? `${label}: ${stack}` : label + sliceOf(stack, length);
}

// Own properties that the stack contains already are not listed; `cause` and `errors` are, although not enumerable.
function selectKeys(ctx, error, keys, stack) {
  if (ctx.showHidden) {
    if (kindOf(error) === 'Error') listAsV8(error, keys);
  } else {
    removeKey(keys, 'stack');
    for (const key of each(['message', 'name'])) {
      const { value, threw } = tryRead(error, key);
      if (!threw && (typeof value !== 'string' || isIn(stack, value))) removeKey(keys, key);
    }
  }
  if (objectHasOwn(error, 'cause') && !isIn(keys, 'cause')) arrayPush(keys, 'cause');
  const { value: errors } = tryRead(error, 'errors');
  if (arrayIsArray(errors) && objectHasOwn(error, 'errors') && !isIn(keys, 'errors')) arrayPush(keys, 'errors');
}

// In V8 an error's own `stack` is an accessor property, and showHidden shows it. Ours is a data property, created on first access:
// it is removed from the keys and shown like V8's.
function extractStackKey(error, keys) {
  const property = objectGetOwnPropertyDescriptor(error, 'stack');
  const isBuiltin = kindOf(error) === 'Error' && keys[0] === 'stack' && property.writable && property.configurable &&
    !property.enumerable;
  if (!isBuiltin) return undefined;
  arrayShift(keys);
  const accessors = { __proto__: null, get: () => error.stack, set: () => {}, enumerable: false };
  return (ctx, _, depth) => [propertyText(ctx, error, 'stack', accessors, depth, false)];
}

function removeKey(keys, key) {
  const index = indexIn(keys, key);
  if (index !== -1) arraySplice(keys, index, 1);
}

// Without JavaScriptCore's additions, the stack first and then the message.
function listAsV8(error, keys) {
  for (const key of each(ENGINE_KEYS)) {
    if (!objectProtoPropertyIsEnumerable(error, key)) removeKey(keys, key);
  }
  for (const key of each(['message', 'stack'])) {
    const index = indexIn(keys, key);
    if (index > 0) arrayUnshift(keys, arraySplice(keys, index, 1)[0]);
  }
}

function frameLines(ctx, error, frames) {
  const lines = stringSplit(frames, '\n');
  const { value: cause } = tryRead(error, 'cause');
  const { foldCauseFrames, foldRepeatedFrames } = require('inspect/frames');
  if (cause !== null && (typeof cause === 'object' || typeof cause === 'function') && isError(cause)) {
    foldCauseFrames(ctx, lines, stackText(ctx, cause));
  }
  foldRepeatedFrames(ctx, lines);
  return lines;
}

/** The error without its properties; removes from `keys` those that need not be listed. */
function errorText(ctx, error, name, tag, keys) {
  let stack;
  try {
    stack = stackText(ctx, error);
  } catch {
    return objectProtoToString(error);
  }
  selectKeys(ctx, error, keys, stack);
  const message = tryRead(error, 'message').value;
  stack = improveStack(stack, name, tryRead(error, 'name').value ?? 'Error', tag);

  let afterMessage = (message && indexIn(stack, message)) || -1;
  if (afterMessage !== -1) afterMessage += message.length;
  const framesStart = indexIn(stack, '\n    at', afterMessage);
  if (framesStart === -1) stack = `[${stack}]`;
  else {
    const lines = frameLines(ctx, error, sliceOf(stack, framesStart + 1));
    const shown = ctx.colors ? require('inspect/frames').colourFrames(ctx, lines) : lines;
    stack = `${sliceOf(stack, 0, framesStart)}\n${arrayJoin(shown, '\n')}`;
  }
  return ctx.indentation === 0 ? stack : stringReplaceAll(stack, '\n', `\n${stringRepeat(' ', ctx.indentation)}`);
}

module.exports = { errorText, extractStackKey };
