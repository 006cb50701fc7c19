'use strict';
// Error stacks in V8's format. The engine writes `fn@file:line:col`; Node programs print and parse `    at fn (file:…)`.
//
// An error's stack is converted in place when it is first read, so an error whose stack is not read costs nothing. Where the engine
// allows it (`error-hooks` of crates/engine/src/capabilities) it calls `convert` at that moment, for every kind of read, and
// `translate` when one of its own messages is read: V8's differ (crates/node/src/engine_messages.rs). Elsewhere
// everyone goes through `normalize`: the console, uncaught errors, and code that mentions `.stack` (crates/source rewrites those reads).

const {
  arrayFindIndex, arrayJoin, arraySplice, errorToString, mathMin, objectDefineProperty, objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf, objectHasOwn, objectIsExtensible, reflectSet, regexpExec, regexpTest, stringEndsWith, stringSplit, stringStartsWith,
} = require('core/intrinsics');
const { SafeWeakMap, SafeWeakSet } = require('core/safe/collections');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { toV8, v8Message, isEngineMessage, engineStack, convertsErrors } = binding('stack');
const { kindOf } = require('core/kind');
const { ErrorPrepareStackTrace } = require('engine');

const isHooked = convertsErrors();
const converted = new SafeWeakSet();
// Errors created in Rust: their first frame is the native function, which Node does not have.
const nativeErrors = new SafeWeakSet();

function isError(value) {
  return typeof value === 'object' && value !== null && (value instanceof Error || require('core/kind').kindOf(value) === 'Error');
}

// Converts the stack and message of an error in place, once; other values are returned as they are. Where the engine has stacks converted
// only the message is left to do.
function normalize(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (isHooked) return translate(value);
  if (converted.has(value)) return value;
  const own = objectGetOwnPropertyDescriptor(value, 'stack');
  if (own === undefined) return withoutFrames(value);
  if (typeof own.value !== 'string' || !isError(value)) return value;
  converted.add(value);
  if (own.value !== '' && (regexpTest(/\n    at /, own.value) || !isIn(own.value, '@'))) return value;
  rewrite(value, own.value);
  return value;
}

// Called by the engine when the stack of an error is read, at each lookup of the property. With `changed`: the program has put,
// defined or deleted that property before anybody had read any of the engine's.
function convert(error, changed, isPut) {
  if (changed === 'stack') {
    replaced(error, isPut);
    return;
  }
  // Put over the engine's, which is not enumerable.
  const put = isPut ? objectGetOwnPropertyDescriptor(error, changed) : undefined;
  if (put !== undefined && !put.enumerable) objectDefineProperty(error, changed, { __proto__: null, enumerable: true });
  if (converted.has(error)) return;
  const own = objectGetOwnPropertyDescriptor(error, 'stack');
  if (own === undefined) {
    withoutFrames(error);
    return;
  }
  const text = own.value;
  if (typeof text === 'string' && (text === '' || (isIn(text, '@') && !isIn(text, '\n    at ')))) rewrite(error, text, changed);
  converted.add(error);
}

// The program has replaced a stack that nobody had read: the engine's position goes with it.
function replaced(error, isPut) {
  if (converted.has(error)) return;
  // Defined without a value it is the engine's still.
  if (isPut || typeof objectGetOwnPropertyDescriptor(error, 'stack')?.value !== 'string') converted.add(error);
  for (const name of each(ENGINE_POSITION)) {
    if (objectGetOwnPropertyDescriptor(error, name)?.enumerable === false) delete error[name];
  }
}

// Called by the engine when a message is read that may be one of its own, and by our own code where the engine does not call it: an
// error that the engine threw gets V8's message.
function translate(error) {
  if (kindOf(error) !== 'Error' || converted.has(error)) return error;
  const name = engineClass(error);
  if (name === undefined) return error;
  const own = objectGetOwnPropertyDescriptor(error, 'message');
  if (own === undefined || typeof own.value !== 'string' || !own.writable || !isEngineMessage(own.value)) return error;
  try {
    // With the stack come properties that the engine adds. The stack itself is converted when somebody reads it.
    const text = engineStack(error);
    if (isHooked) removeEnginePosition(error);
    const message = toV8Message(name, own.value, typeof text === 'string' ? text : '');
    if (message !== undefined) objectDefineProperty(error, 'message', { __proto__: null, ...own, value: message });
  } catch {
    // A frozen error keeps the engine's message.
  }
  return error;
}

// The class of an error that the engine may have thrown, of any realm; undefined for instances of a program's classes.
function engineClass(error) {
  const prototype = objectGetPrototypeOf(error);
  const name = prototype === null ? undefined : objectGetOwnPropertyDescriptor(prototype, 'name')?.value;
  switch (name) {
    case 'ReferenceError': case 'TypeError': case 'RangeError': case 'SyntaxError': case 'URIError': return name;
    case 'CompileError': case 'LinkError': case 'RuntimeError': return name;
    default: return undefined;
  }
}

function rewrite(error, text, changed) {
  translateMessage(error, text);
  const stack = prepare(error, nativeErrors.has(error) ? replaceIn(text, /^.*@\[native code\]\n/, '') : text);
  try {
    defineStack(error, stack);
    removeEnginePosition(error, text, changed);
  } catch {
    // A frozen error keeps the engine's stack.
  }
}

function defineStack(error, value) {
  objectDefineProperty(error, 'stack', { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

// Gives an error that nobody has seen yet other frames, in the engine's format.
function setFrames(error, text) {
  defineStack(error, isHooked ? prepare(error, text) : text);
  for (const name of each(ENGINE_POSITION)) delete error[name];
}

// With a limit below 1 the engine creates no stack at all; V8 creates the header.
function withoutFrames(value) {
  const { stackTraceLimit } = Error;
  if (typeof stackTraceLimit !== 'number' || stackTraceLimit >= 1 || !isError(value) || !objectIsExtensible(value)) return value;
  converted.add(value);
  translateMessage(value);
  defineStack(value, prepare(value, ''));
  return value;
}

// The engine records on every error where it was created. Parsers set properties of the same names (`error.line = 3`), which then
// stay non-enumerable like the engine's: values other than the recorded position are the program's and are made enumerable.
const ENGINE_POSITION = ['line', 'column', 'sourceURL'];

function removeEnginePosition(error, engineStack, changed) {
  // What a program writes to these properties is seen at once, so all but that are the engine's.
  if (isHooked) {
    for (const name of each(ENGINE_POSITION)) if (name !== changed) delete error[name];
    return;
  }
  const location = locationOf(error, engineStack);
  for (const name of each(ENGINE_POSITION)) {
    const own = objectGetOwnPropertyDescriptor(error, name);
    if (own === undefined || (own.enumerable && location !== undefined)) continue;
    if (location === undefined || own.value === location[name]) delete error[name];
    else objectDefineProperty(error, name, { __proto__: null, ...own, enumerable: true });
  }
}

// The position the engine recorded for an error; undefined if the stack does not have it: the properties then count as the engine's.
function locationOf(error, engineStack) {
  const { 0: line } = stringSplit(engineStack, '\n', 1);
  // Source that eval and Function could not parse is recorded by its position in that source.
  if (error instanceof SyntaxError && stringEndsWith(line, '@[native code]')) return undefined;
  const at = regexpExec(/^(?:[^\n]*@)?([^@\n]+):(\d+):(\d+)$/m, engineStack);
  if (at !== null && !stringEndsWith(line, '@')) return { sourceURL: at[1], line: Number(at[2]), column: Number(at[3]) };
  return isConstructorOf(sliceOf(line, 0, -1), error) ? implicitConstructorError() : undefined;
}

// Code of `eval` and `Function` has no position either.
function isConstructorOf(name, error) {
  for (let it = error; it !== null; it = objectGetPrototypeOf(it)) {
    if (objectGetOwnPropertyDescriptor(it, 'constructor')?.value?.name === name) return true;
  }
  return false;
}

// A class without a constructor gets the engine's default one, which has the same position in every class.
let implicitError;
function implicitConstructorError() {
  // Nothing is recorded while Error.stackTraceLimit is 0.
  if (implicitError?.line === undefined) implicitError = new (class extends Error {})();
  return implicitError;
}

// Converts engine messages to V8's, for errors that the engine itself threw.
function translateMessage(error, engineStack = '') {
  const name = engineClass(error);
  const own = name === undefined ? undefined : objectGetOwnPropertyDescriptor(error, 'message');
  if (own === undefined || typeof own.value !== 'string' || !own.writable) return;
  const message = toV8Message(name, own.value, engineStack);
  if (message !== undefined) objectDefineProperty(error, 'message', { __proto__: null, ...own, value: message });
}

function toV8Message(name, text, engineStack) {
  const unmarked = isIn(text, '\v/*') ? require('core/original_source').withoutMarks(text) : text;
  const original = isIn(text, '__hexloop_') ? toOriginalMessage(unmarked, engineStack) : unmarked;
  const globalMessage = require.has('vm/mirror') ? require('vm/mirror').refusalMessage(text) : undefined;
  if (globalMessage !== undefined) return globalMessage;
  const namespaceMessage = require.has('module/esm/messages') ? require('module/esm/messages').refusalMessage(text) : undefined;
  return namespaceMessage ?? v8Message(name, original, engineStack) ?? (original === text ? undefined : original);
}

function toOriginalMessage(text, engineStack) {
  const { toOriginalSource, forAwaitMessage } = require('core/original_source');
  return forAwaitMessage(text) ?? toOriginalSource(require('module/esm/messages').withOriginalNames(text, engineStack));
}

// V8's message of an error, before its stack has been read.
function messageOf(error) {
  if (isHooked) translate(error);
  else if (!converted.has(error)) translateMessage(error, String(error.stack));
  return error.message;
}

function headerOf(error) {
  try {
    return require.has('core/errors') ? require('core/errors').headerOf(error) : errorToString(error);
  } catch {
    return 'Error';
  }
}

function prepare(error, text, most = limit()) {
  const { prepareStackTrace } = Error;
  if (typeof prepareStackTrace === 'function' && prepareStackTrace !== ErrorPrepareStackTrace) {
    return prepareStackTrace(error, require('core/call_sites').callSites(text, most));
  }
  return toV8(headerOf(error), text, most);
}

// The default Error.prepareStackTrace.
function withFrames(error, trace) {
  const header = headerOf(error);
  return trace.length === 0 ? header : `${header}\n    at ${arrayJoin(trace, '\n    at ')}`;
}

function limit() {
  const { stackTraceLimit } = Error;
  return typeof stackTraceLimit === 'number' ? stackTraceLimit : 10;
}

function stackOf(error) {
  if (!isHooked) normalize(error);
  return error.stack;
}

// Error.captureStackTrace(object, constructorOpt): the frames are taken now, and become text when somebody reads them. Until then an
// error holds them; as in V8 the property is an accessor.
const captures = new SafeWeakMap();

function captureStackTrace(object, constructorOpt) {
  if ((typeof object !== 'object' && typeof object !== 'function') || object === null || require('util/types').isProxy(object)) {
    throw new TypeError('invalid_argument');
  }
  if (!objectIsExtensible(object) && !objectHasOwn(object, 'stack')) {
    throw new TypeError('Cannot define property stack, object is not extensible');
  }
  const isBelow = typeof constructorOpt === 'function';
  // Without a limit that is a number V8 takes no stack.
  const { stackTraceLimit } = Error;
  const capture = { __proto__: null, frames: undefined, below: isBelow ? constructorOpt.name : undefined, limit: stackTraceLimit, stack: undefined };
  if (typeof stackTraceLimit === 'number') {
    // Some more than are wanted: ours are taken out. Where the stack begins below a function, that may be far down.
    capture.frames = errorWithFrames(isBelow ? 100 : mathMin((stackTraceLimit > 0 ? stackTraceLimit : 0) + 20, 100));
  }
  if (!isHooked) converted.add(object);
  objectDefineProperty(object, 'stack', STACK_ACCESSOR);
  captures.set(object, capture);
}

const STACK_ACCESSOR = {
  __proto__: null,
  get: { ''() { return readCapture(this); } }[''],
  set: { ''(value) { writeCapture(this, value); } }[''],
  enumerable: false,
  configurable: true,
};

// Of the object that has the accessor, which may be a prototype.
function captureOf(object) {
  for (let it = object; it !== null && it !== undefined; it = objectGetPrototypeOf(it)) {
    const capture = captures.get(it);
    if (capture !== undefined) return { capture, holder: it };
  }
  return undefined;
}

function readCapture(object) {
  const found = captureOf(object);
  if (found === undefined) return undefined;
  const { capture, holder } = found;
  if (capture.frames !== undefined) {
    const text = capturedFrames(capture);
    capture.frames = undefined;
    capture.stack = prepare(holder, text, capture.limit);
  }
  return capture.stack;
}

function writeCapture(object, value) {
  const { capture } = captureOf(object) ?? {};
  if (capture === undefined) return;
  capture.frames = undefined;
  capture.stack = value;
}

function capturedFrames({ frames: error, below }) {
  let lines = stringSplit(engineStack(error) ?? '', '\n');
  let ours = 0;
  while (ours < lines.length && (isIn(lines[ours], '@node:core/stack:') || stringStartsWith(lines[ours], 'captureStackTrace@node:'))) ours++;
  arraySplice(lines, 0, ours);
  if (below !== undefined) {
    const at = arrayFindIndex(lines, (line) => sliceOf(line, 0, indexIn(line, '@')) === below);
    // As in V8, no frame is left where the function is not on the stack.
    lines = at === -1 ? [] : sliceOf(lines, at + 1);
  }
  return arrayJoin(lines, '\n');
}

// Marks an error that a native function threw. Capturing its stack again would cost twenty times as much as the error, and most
// such errors are caught by code that only wants to know the outcome.
function markNative(error) {
  nativeErrors.add(error);
  return error;
}

// The limit is set through Reflect: a plain assignment, once inlined (after some 30 calls), changes the property without notifying
// the engine, which then keeps using the old limit.
function errorWithFrames(maxFrames) {
  const before = Error.stackTraceLimit;
  reflectSet(Error, 'stackTraceLimit', maxFrames);
  const error = new Error();
  reflectSet(Error, 'stackTraceLimit', before);
  return error;
}

module.exports = { normalize, convert, translate, setFrames, messageOf, stackOf, captureStackTrace, markNative, withFrames };
