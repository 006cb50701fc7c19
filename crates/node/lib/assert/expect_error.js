'use strict';

// throws, rejects and their opposites: compares the actual error with the expected one.

const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { objectKeys, objectProtoIsPrototypeOf, regexpExec } = require('core/intrinsics');
const { appendAll, each } = require('core/safe/walk');
const { call1 } = require('core/safe/calls');
const { codes } = require('core/errors');
const { isDeepStrictEqual } = require('util/deep_equal');
const { isPromise, isRegExp } = require('util/types');
const { AssertionError } = require('assert/assertion_error');
const { normalize } = require('core/stack');

const inspect = (value, options) => require('inspect/inspect').inspect(value, options);

// Means that nothing was thrown: undefined can be thrown.
const kNoException = Symbol('nothing thrown');

function thrownBy(fn) {
  if (typeof fn !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('fn', 'Function', fn);
  try {
    fn();
  } catch (error) {
    return normalize(error);
  }
  return kNoException;
}

function isThenable(value) {
  return isPromise(value) ||
    (value !== null && typeof value === 'object' && typeof value.then === 'function' && typeof value.catch === 'function');
}

async function rejectionOf(promiseFn) {
  let promise;
  if (typeof promiseFn === 'function') {
    promise = promiseFn();
    if (!isThenable(promise)) {
      throw new codes.ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', promise);
    }
  } else if (isThenable(promiseFn)) {
    promise = promiseFn;
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], promiseFn);
  }
  try {
    await promise;
  } catch (error) {
    return normalize(error);
  }
  return kNoException;
}

// After an await the caller's frames are no longer on the stack (V8 records them as `at async` lines, this engine does not): an
// assertion that fails then shows the frames of `call`, an error created when the assertion was called.
function withFramesOf(call, check) {
  try {
    check();
  } catch (error) {
    if (error instanceof AssertionError && !isIn(error.stack, '\n    at ')) {
      const { stack } = normalize(call);
      const frames = indexIn(stack, '\n    at ');
      if (frames !== -1) error.stack += sliceOf(stack, frames);
    }
    throw error;
  }
}

// The compared properties of an error; the class name appears in the diff.
class Comparison {
  constructor(source, keys, actual) {
    for (const key of each(keys)) {
      if (!(key in source)) continue;
      // A string that matches a RegExp is shown in its place, so that the diff contains only real differences.
      const matches = actual !== undefined && typeof actual[key] === 'string' && isRegExp(source[key]) &&
        regexpExec(source[key], actual[key]) !== null;
      this[key] = matches ? actual[key] : source[key];
    }
  }
}

// A failure with a message of ours counts as generated.
function generated(details, message) {
  const error = new AssertionError({ ...details, message });
  error.generatedMessage = true;
  return error;
}

function compareProperties(actual, expected, message, details) {
  const keys = objectKeys(expected);
  if (expected instanceof Error) appendAll(keys, ['name', 'message']);
  else if (keys.length === 0) throw new codes.ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
  for (const key of each(keys)) {
    if (typeof actual[key] === 'string' && isRegExp(expected[key]) && regexpExec(expected[key], actual[key]) !== null) continue;
    if (key in actual && isDeepStrictEqual(actual[key], expected[key])) continue;
    if (message) throw new AssertionError({ ...details, actual, expected, message });
    const error = new AssertionError({
      actual: new Comparison(actual, keys),
      expected: new Comparison(expected, keys, actual),
      operator: 'deepStrictEqual',
      stackStartFn: details.stackStartFn,
    });
    error.actual = actual;
    error.expected = expected;
    error.operator = details.operator;
    throw error;
  }
}

// Throws unless `actual` matches `expected` (a RegExp, class, object or function).
function checkExpected(actual, expected, message, details) {
  if (typeof expected !== 'function') {
    if (isRegExp(expected)) {
      const text = String(actual);
      if (regexpExec(expected, text) !== null) return;
      if (message) throw new AssertionError({ ...details, actual, expected, message });
      throw generated({ ...details, actual, expected },
        `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`);
    }
    if (typeof actual !== 'object' || actual === null) {
      const error = new AssertionError({
        actual, expected, message, operator: 'deepStrictEqual', stackStartFn: details.stackStartFn,
      });
      error.operator = details.operator;
      throw error;
    }
    compareProperties(actual, expected, message, details);
    return;
  }
  if (expected.prototype !== undefined && actual instanceof expected) return;
  if (objectProtoIsPrototypeOf(Error, expected) || expected === Error) {
    throw classMismatch(actual, expected, message, details);
  }
  // A validation function: only true accepts.
  const result = call1(expected, {}, actual);
  if (result === true) return;
  if (message) throw new AssertionError({ ...details, actual, expected, message });
  const name = expected.name ? `"${expected.name}" ` : '';
  let text = `The ${name}validation function is expected to return "true". Received ${inspect(result)}`;
  if (actual instanceof Error) text += `\n\nCaught error:\n\n${actual}`;
  throw generated({ ...details, actual, expected }, text);
}

function classMismatch(actual, expected, message, details) {
  if (message) return new AssertionError({ ...details, actual, expected, message });
  let text = `The error is expected to be an instance of "${expected.name}". Received `;
  text += actual instanceof Error ? `"${actual.name === 'Error' ? actual.constructor.name : actual.name}"`
    : `"${inspect(actual, { depth: -1 })}"`;
  if (actual instanceof Error && actual.message) text += `\n\nError message:\n\n${actual.message}`;
  return generated({ ...details, actual, expected }, text);
}

const isValidExpectation = (value) => typeof value === 'object' || typeof value === 'function';

function checkAmbiguous(actual, error) {
  if (typeof actual === 'object' && actual !== null) {
    if (actual.message === error) {
      throw new codes.ERR_AMBIGUOUS_ARGUMENT('error/message',
        `The error message "${actual.message}" is identical to the message.`);
    }
  } else if (actual === error) {
    throw new codes.ERR_AMBIGUOUS_ARGUMENT('error/message', `The error "${actual}" is identical to the message.`);
  }
}

// `assert.throws(fn, error, message)` and rejects: there must be an error, and it must match.
function expectsError(stackStartFn, operator, actual, args) {
  let { 0: error, 1: message } = args;
  if (typeof error === 'string') {
    if (args.length === 2) {
      throw new codes.ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
    }
    checkAmbiguous(actual, error);
    message = error;
    error = undefined;
  } else if (error != null && !isValidExpectation(error)) {
    throw new codes.ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], error);
  }
  if (actual === kNoException) {
    const name = error?.name ? ` (${error.name})` : '';
    const kind = operator === 'rejects' ? 'rejection' : 'exception';
    throw new AssertionError({
      actual: undefined,
      expected: error,
      operator,
      message: `Missing expected ${kind}${name}${message ? `: ${message}` : '.'}`,
      stackStartFn,
    });
  }
  if (error) checkExpected(actual, error, message, { operator, stackStartFn });
}

function matches(actual, expected) {
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && actual instanceof expected) return true;
    if (objectProtoIsPrototypeOf(Error, expected)) return false;
    return call1(expected, {}, actual) === true;
  }
  if (!isRegExp(expected)) {
    throw new codes.ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
  }
  return regexpExec(expected, String(actual)) !== null;
}

// `doesNotThrow` and `doesNotReject`: an unwanted error becomes an AssertionError, any other is rethrown.
function expectsNoError(stackStartFn, operator, actual, args) {
  if (actual === kNoException) return;
  let { 0: error, 1: message } = args;
  if (typeof error === 'string') {
    message = error;
    error = undefined;
  }
  if (error && !matches(actual, error)) throw actual;
  const kind = operator === 'doesNotReject' ? 'rejection' : 'exception';
  throw new AssertionError({
    actual,
    expected: error,
    operator,
    message: `Got unwanted ${kind}${message ? `: ${message}` : '.'}\nActual message: "${actual?.message}"`,
    stackStartFn,
  });
}

module.exports = { expectsError, expectsNoError, rejectionOf, thrownBy, withFramesOf };
