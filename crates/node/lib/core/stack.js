'use strict';
// Error stacks in V8's format. The engine writes `fn@file:line:col`; Node programs print and parse `    at fn (file:…)`.
//
// An error's stack is converted in place when it is first looked at by anyone who goes through stackOf: the console,
// uncaught errors, and code that mentions `.stack` (crates/source rewrites those reads). Nothing is paid for errors whose
// stack nobody reads.

const {
  arrayFindIndex, arrayJoin, arraySplice, errorToString, mathMin, objectDefineProperty, objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf, objectIsExtensible, reflectSet, regexpExec, regexpTest, stringEndsWith, stringSplit,
} = require('core/intrinsics');
const { SafeWeakSet } = require('core/safe/collections');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { toV8, v8Message, frames, sourceLine } = binding('stack');
const { ErrorPrepareStackTrace } = require('engine');

const converted = new SafeWeakSet();
// Errors that Rust made: their first frame is its function, which Node does not have.
const nativeErrors = new SafeWeakSet();

function isError(value) {
  return typeof value === 'object' && value !== null && (value instanceof Error || require('core/kind').kindOf(value) === 'Error');
}

// Converts an error's stack and message in place, if that has not been done; anything else passes through.
function normalize(value) {
  if (typeof value !== 'object' || value === null || converted.has(value)) return value;
  const own = objectGetOwnPropertyDescriptor(value, 'stack');
  if (own === undefined) return withoutFrames(value);
  if (typeof own.value !== 'string' || !isError(value)) return value;
  converted.add(value);
  const engineStack = own.value;
  if (engineStack !== '' && (regexpTest(/\n    at /, engineStack) || !isIn(engineStack, '@'))) return value;
  translateMessage(value, engineStack);
  const stack = prepare(value, nativeErrors.has(value) ? replaceIn(engineStack, /^.*@\[native code\]\n/, '') : engineStack);
  try {
    objectDefineProperty(value, 'stack', { __proto__: null, value: stack, writable: true, enumerable: false, configurable: true });
    removeEnginePosition(value, engineStack);
  } catch {
    // A frozen error keeps the engine's stack.
  }
  return value;
}

// With a limit below 1 the engine gives an error no stack at all; V8 gives it the header.
function withoutFrames(value) {
  const { stackTraceLimit } = Error;
  if (typeof stackTraceLimit !== 'number' || stackTraceLimit >= 1 || !isError(value) || !objectIsExtensible(value)) return value;
  converted.add(value);
  translateMessage(value);
  objectDefineProperty(value, 'stack', { __proto__: null, value: prepare(value, ''), writable: true, enumerable: false, configurable: true });
  return value;
}

// The engine notes on every error where it was made. Parsers write properties of the same names (`error.line = 3`), which
// then stay hidden as the engine's were: what is not where the error was made is the program's, and is shown.
function removeEnginePosition(error, engineStack) {
  const location = locationOf(error, engineStack);
  for (const name of each(['line', 'column', 'sourceURL'])) {
    const own = objectGetOwnPropertyDescriptor(error, name);
    if (own === undefined || (own.enumerable && location !== undefined)) continue;
    if (location === undefined || own.value === location[name]) delete error[name];
    else objectDefineProperty(error, name, { ...own, enumerable: true });
  }
}

// Where the engine says an error was made; undefined when the stack does not tell: then the notes are taken for its own.
function locationOf(error, engineStack) {
  const { 0: line } = stringSplit(engineStack, '\n', 1);
  // What eval and Function could not parse is noted by its place in their text.
  if (error instanceof SyntaxError && stringEndsWith(line, '@[native code]')) return undefined;
  const at = regexpExec(/^(?:[^\n]*@)?([^@\n]+):(\d+):(\d+)$/m, engineStack);
  if (at !== null && !stringEndsWith(line, '@')) return { sourceURL: at[1], line: Number(at[2]), column: Number(at[3]) };
  return isConstructorOf(sliceOf(line, 0, -1), error) ? implicitConstructorError() : undefined;
}

// Code of `eval` and `Function` has no place either.
function isConstructorOf(name, error) {
  for (let it = error; it !== null; it = objectGetPrototypeOf(it)) {
    if (objectGetOwnPropertyDescriptor(it, 'constructor')?.value?.name === name) return true;
  }
  return false;
}

// A class without a constructor gets the engine's own, which has the same place in every class.
let implicitError;
function implicitConstructorError() {
  // None is noted while Error.stackTraceLimit is 0.
  if (implicitError?.line === undefined) implicitError = new (class extends Error {})();
  return implicitError;
}

// Engine messages in V8's words, for errors that the engine itself threw.
function translateMessage(error, engineStack) {
  const own = objectGetOwnPropertyDescriptor(error, 'message');
  if (own === undefined || typeof own.value !== 'string' || !own.writable) return;
  const message = toV8Message(error.name === undefined ? '' : String(error.name), own.value, engineStack);
  if (message !== undefined) objectDefineProperty(error, 'message', { ...own, value: message });
}

function toV8Message(name, text, engineStack) {
  if (text === TDZ) return `Cannot access '${nameAt(engineStack)}' before initialization`;
  const propertyMessage = text === READ_ONLY ? readOnlyMessage(engineStack) : undefined;
  if (propertyMessage !== undefined) return propertyMessage;
  const original = isIn(text, '__hexloop_') ? toOriginalMessage(text, engineStack) : text;
  const globalMessage = require.has('vm/mirror') ? require('vm/mirror').refusalMessage(text) : undefined;
  if (globalMessage !== undefined) return globalMessage;
  const namespaceMessage = require.has('module/esm/messages') ? require('module/esm/messages').refusalMessage(text) : undefined;
  return namespaceMessage ?? v8Message(name, original) ?? (original === text ? undefined : original);
}

function toOriginalMessage(text, engineStack) {
  const { toOriginalSource, forAwaitMessage } = require('core/original_source');
  return forAwaitMessage(text) ?? toOriginalSource(require('module/esm/messages').withOriginalNames(text, engineStack));
}

// The engine does not say which variable was read too early; the place where it was does.
const TDZ = 'Cannot access uninitialized variable.';

function nameAt(engineStack) {
  const { 1: file, 2: line, 3: column } = frames(engineStack);
  const text = file === undefined ? undefined : sourceLine(file, line);
  return regexpExec(/^[\p{ID_Continue}$]+/u, text === undefined ? '' : sliceOf(text, column - 1))?.[0] ?? 'it';
}

// The engine says the same of a constant and of a property that cannot be written; the place tells them apart. Of the object it
// says nothing: it is taken for a plain one, or, where the key is a number, for an array.
const READ_ONLY = 'Attempted to assign to readonly property.';

function readOnlyMessage(engineStack) {
  const { 1: file, 2: line, 3: column } = frames(engineStack);
  const text = file === undefined ? undefined : sourceLine(file, line);
  if (text === undefined) return undefined;
  const { 0: before, 1: after } = [sliceOf(text, 0, column - 1), sliceOf(text, column - 1)];
  const named = regexpTest(/\.\s*$/, before) ? regexpExec(/^#?[\p{ID_Continue}$]+/u, after)?.[0] : undefined;
  const match = regexpExec(/^[\p{ID_Continue}$.]+\s*\[\s*(?:(\d+)|'([^']*)'|"([^"]*)")\s*\]/u, after);
  const key = named ?? (match === null ? undefined : match[1] ?? match[2] ?? match[3]);
  if (key === undefined) return undefined;
  return `Cannot assign to read only property '${key}' of object '${regexpTest(/^\d+$/, key) ? '[object Array]' : '#<Object>'}'`;
}

// An error's message in V8's words, before anyone has looked at its stack.
function messageOf(error) {
  if (!converted.has(error)) translateMessage(error, String(error.stack));
  return error.message;
}

function headerOf(error) {
  try {
    return require.has('core/errors') ? require('core/errors').headerOf(error) : errorToString(error);
  } catch {
    return 'Error';
  }
}

function prepare(error, engineStack) {
  const { prepareStackTrace } = Error;
  if (typeof prepareStackTrace === 'function' && prepareStackTrace !== ErrorPrepareStackTrace) {
    return prepareStackTrace(error, require('core/call_sites').callSites(engineStack, limit()));
  }
  return toV8(headerOf(error), engineStack, limit());
}

// What Error.prepareStackTrace does unless a program replaces it.
function withFrames(error, trace) {
  const header = headerOf(error);
  return trace.length === 0 ? header : `${header}\n    at ${arrayJoin(trace, '\n    at ')}`;
}

function limit() {
  const { stackTraceLimit } = Error;
  return typeof stackTraceLimit === 'number' ? stackTraceLimit : 10;
}

function stackOf(error) {
  normalize(error);
  return error.stack;
}

// Error.captureStackTrace(object, constructorOpt), with V8's format and prepareStackTrace.
function captureStackTrace(object, constructorOpt) {
  if ((typeof object !== 'object' && typeof object !== 'function') || object === null) {
    throw new TypeError(`Invalid argument ${String(object)}`);
  }
  // Some more than are wanted: ours are taken out. Where the stack begins below a function, that may be far down.
  let lines = stringSplit(engineFrames(typeof constructorOpt === 'function' ? 100 : mathMin((limit() > 0 ? limit() : 0) + 20, 100)), '\n');
  // engineFrames, this function, and the one in boot.js that is Error.captureStackTrace.
  arraySplice(lines, 0, 3);
  if (typeof constructorOpt === 'function') {
    const at = arrayFindIndex(lines, (line) => sliceOf(line, 0, indexIn(line, '@')) === constructorOpt.name);
    if (at !== -1) lines = sliceOf(lines, at + 1);
  }
  converted.add(object);
  // Without a limit that is a number V8 takes no stack.
  const stack = typeof Error.stackTraceLimit === 'number' ? prepare(object, arrayJoin(lines, '\n')) : undefined;
  objectDefineProperty(object, 'stack', { __proto__: null, value: stack, writable: true, enumerable: false, configurable: true });
}

// Marks an error that a native threw. To take its stack anew would cost twenty times as much as the error, and most are
// caught by who only wanted to know.
function markNative(error) {
  nativeErrors.add(error);
  return error;
}

// The limit is set through Reflect: a plain assignment, once it is inlined (after some 30 calls), changes the property
// without telling the engine, which then goes on with the limit it knew.
function engineFrames(maxFrames) {
  const before = Error.stackTraceLimit;
  reflectSet(Error, 'stackTraceLimit', maxFrames);
  const { stack } = new Error();
  reflectSet(Error, 'stackTraceLimit', before);
  return stack;
}

module.exports = { normalize, messageOf, stackOf, captureStackTrace, markNative, withFrames };
