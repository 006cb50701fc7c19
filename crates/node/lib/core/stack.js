'use strict';
// Error stacks in V8's format. The engine writes `fn@file:line:col`; Node programs print and parse `    at fn (file:…)`.
//
// An error's stack is converted in place when it is first looked at by anyone who goes through stackOf: the console,
// uncaught errors, and code that mentions `.stack` (crates/source rewrites those reads). Nothing is paid for errors whose
// stack nobody reads.

const { toV8, v8Message, frames, sourceLine } = binding('stack');

const converted = new WeakSet();

function isError(value) {
  return typeof value === 'object' && value !== null && (value instanceof Error || binding('inspect').kindOf(value) === 'Error');
}

// Converts an error's stack and message in place, if that has not been done; anything else passes through.
function normalize(value) {
  if (typeof value !== 'object' || value === null || converted.has(value)) return value;
  const own = Object.getOwnPropertyDescriptor(value, 'stack');
  if (own === undefined) return withoutFrames(value);
  if (typeof own.value !== 'string' || !isError(value)) return value;
  converted.add(value);
  const engineStack = own.value;
  if (engineStack !== '' && (/\n    at /.test(engineStack) || !engineStack.includes('@'))) return value;
  translateMessage(value, engineStack);
  const stack = prepare(value, engineStack);
  try {
    Object.defineProperty(value, 'stack', { __proto__: null, value: stack, writable: true, enumerable: false, configurable: true });
    for (const name of ['line', 'column', 'sourceURL']) {
      const extra = Object.getOwnPropertyDescriptor(value, name);
      if (extra !== undefined && !extra.enumerable) delete value[name];
    }
  } catch {
    // A frozen error keeps the engine's stack.
  }
  return value;
}

// With a limit below 1 the engine gives an error no stack at all; V8 gives it the header.
function withoutFrames(value) {
  const { stackTraceLimit } = Error;
  if (typeof stackTraceLimit !== 'number' || stackTraceLimit >= 1 || !isError(value) || !Object.isExtensible(value)) return value;
  converted.add(value);
  translateMessage(value);
  Object.defineProperty(value, 'stack', { __proto__: null, value: prepare(value, ''), writable: true, enumerable: false, configurable: true });
  return value;
}

// Engine messages in V8's words, for errors that the engine itself threw.
function translateMessage(error, engineStack) {
  const own = Object.getOwnPropertyDescriptor(error, 'message');
  if (own === undefined || typeof own.value !== 'string' || !own.writable) return;
  const message = inV8Words(error.name === undefined ? '' : String(error.name), own.value, engineStack);
  if (message !== undefined) Object.defineProperty(error, 'message', { ...own, value: message });
}

function inV8Words(name, text, engineStack) {
  if (text === DEAD_ZONE) return `Cannot access '${nameAt(engineStack)}' before initialization`;
  const plain = text.includes('__hexloop_') ? require('module/esm/words').withPlainNames(text, engineStack) : text;
  const ofNamespace = require.has('module/esm/words') ? require('module/esm/words').refusalWords(text) : undefined;
  return ofNamespace ?? v8Message(name, plain) ?? (plain === text ? undefined : plain);
}

// The engine does not say which variable was read too early; the place where it was does.
const DEAD_ZONE = 'Cannot access uninitialized variable.';

function nameAt(engineStack) {
  const [, file, line, column] = frames(engineStack);
  const text = file === undefined ? undefined : sourceLine(file, line);
  return /^[\p{ID_Continue}$]+/u.exec(text?.slice(column - 1) ?? '')?.[0] ?? 'it';
}

// An error's message in V8's words, before anyone has looked at its stack.
function messageOf(error) {
  if (!converted.has(error)) translateMessage(error, String(error.stack));
  return error.message;
}

function headerOf(error) {
  try {
    return require.has('core/errors') ? require('core/errors').headerOf(error) : Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

function prepare(error, engineStack) {
  const { prepareStackTrace } = Error;
  if (typeof prepareStackTrace === 'function') {
    return prepareStackTrace(error, require('core/call_sites').callSites(engineStack, limit()));
  }
  return toV8(headerOf(error), engineStack, limit());
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
  let lines = engineFrames().split('\n');
  // engineFrames, this function, and the one in boot.js that is Error.captureStackTrace.
  lines.splice(0, 3);
  if (typeof constructorOpt === 'function') {
    const at = lines.findIndex((line) => line.slice(0, line.indexOf('@')) === constructorOpt.name);
    if (at !== -1) lines = lines.slice(at + 1);
  }
  converted.add(object);
  // Without a limit that is a number V8 takes no stack.
  const stack = typeof Error.stackTraceLimit === 'number' ? prepare(object, lines.join('\n')) : undefined;
  Object.defineProperty(object, 'stack', { __proto__: null, value: stack, writable: true, enumerable: false, configurable: true });
}

// The limit is set through Reflect: a plain assignment, once it is inlined (after some 30 calls), changes the property
// without telling the engine, which then goes on with the limit it knew.
function engineFrames() {
  const before = Error.stackTraceLimit;
  Reflect.set(Error, 'stackTraceLimit', 100);
  const { stack } = new Error();
  Reflect.set(Error, 'stackTraceLimit', before);
  return stack;
}

module.exports = { normalize, messageOf, stackOf, captureStackTrace };
