'use strict';

// node:assert. Every method is on Assert.prototype; `assert.equal` and so on are the same functions, which work without a receiver
// and then use the default options.

const { each } = require('core/safe/walk');
const {
  arrayFindIndex, arrayJoin, arraySlice, objectAssign, objectDefineProperty, objectIs, objectKeys, reflectApply, regexpExec,
  stringSplit,
} = require('core/intrinsics');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { codes } = require('core/errors');
const { AssertionError } = require('assert/assertion_error');

const kOptions = Symbol('options');
const defaults = { __proto__: null, diff: 'simple', skipPrototype: false };

let loadedDeepEqual;
const deepEqual = () => loadedDeepEqual ??= require('util/deep_equal');
const expectation = () => require('assert/expect_error');

const optionsOf = (self) => self?.[kOptions] ?? defaults;

function requireTwoArguments(count) {
  if (count < 2) throw new codes.ERR_MISSING_ARGS('actual', 'expected');
}

// The caller's message: a string with format arguments, a function that returns it, or an error to throw instead.
function userMessage(message, values) {
  if (message.length === 0) return undefined;
  const { 0: first } = message;
  if (first instanceof Error) throw first;
  if (typeof first === 'string') {
    return message.length > 1 ? require('inspect/format').format(...each(message)) : first;
  }
  if (typeof first === 'function') {
    try {
      const text = reflectApply(first, undefined, values);
      if (typeof text === 'string') return text;
    } catch {
      // No message then.
    }
    return undefined;
  }
  throw new codes.ERR_INVALID_ARG_TYPE('message', ['string', 'function'], first);
}

function failed(self, operator, actual, expected, message, stackStartFn) {
  const text = userMessage(message, [actual, expected]);
  return new AssertionError({ actual, expected, message: text, operator, stackStartFn, diff: optionsOf(self).diff });
}

function innerOk(stackStartFn, args) {
  const { 0: value } = args;
  const message = arraySlice(args, 1);
  let text;
  let generated = false;
  if (args.length === 0) {
    generated = true;
    text = 'No value argument passed to `assert.ok()`';
  } else if (message.length === 0 || message[0] == null) {
    generated = true;
    text = require('assert/falsy_expression').describe(stackStartFn, value);
  } else {
    text = userMessage(message, [value]);
  }
  const error = new AssertionError({ actual: value, expected: true, message: text, operator: '==', stackStartFn });
  error.generatedMessage = generated;
  throw error;
}

function Assert(options) {
  if (!new.target) throw new codes.ERR_CONSTRUCT_CALL_REQUIRED('Assert');
  const read = { __proto__: null, strict: true, skipPrototype: false, ...options };
  if (read.diff !== undefined) require('core/validate').validateOneOf(read.diff, 'options.diff', ['simple', 'full']);
  this.AssertionError = AssertionError;
  objectDefineProperty(this, kOptions, {
    __proto__: null,
    value: { __proto__: null, diff: read.diff ?? 'simple', skipPrototype: read.skipPrototype === true },
    enumerable: false,
  });
  if (read.strict) {
    this.equal = this.strictEqual;
    this.deepEqual = this.deepStrictEqual;
    this.notEqual = this.notStrictEqual;
    this.notDeepEqual = this.notDeepStrictEqual;
  }
}

const methods = {
  fail(message) {
    if (message instanceof Error) throw message;
    const error = new AssertionError({
      message: message === undefined ? 'Failed' : message === null ? undefined : String(message),
      operator: 'fail',
      stackStartFn: methods.fail,
      diff: optionsOf(this).diff,
    });
    error.generatedMessage = message === undefined;
    throw error;
  },

  ok(...values) {
    if (!values[0]) innerOk(methods.ok, values);
  },

  equal(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    // Unlike with ==, NaN equals NaN.
    if (actual == expected || (actual !== actual && expected !== expected)) return;
    throw failed(this, '==', actual, expected, message, methods.equal);
  },

  notEqual(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    if (actual != expected && !(actual !== actual && expected !== expected)) return;
    throw failed(this, '!=', actual, expected, message, methods.notEqual);
  },

  deepEqual(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    if (deepEqual().isDeepEqual(actual, expected)) return;
    throw failed(this, 'deepEqual', actual, expected, message, methods.deepEqual);
  },

  notDeepEqual(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    if (!deepEqual().isDeepEqual(actual, expected)) return;
    throw failed(this, 'notDeepEqual', actual, expected, message, methods.notDeepEqual);
  },

  deepStrictEqual(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    if (deepEqual().isDeepStrictEqual(actual, expected, optionsOf(this).skipPrototype)) return;
    throw failed(this, 'deepStrictEqual', actual, expected, message, methods.deepStrictEqual);
  },

  notDeepStrictEqual(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    if (!deepEqual().isDeepStrictEqual(actual, expected, optionsOf(this).skipPrototype)) return;
    throw failed(this, 'notDeepStrictEqual', actual, expected, message, methods.notDeepStrictEqual);
  },

  strictEqual(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    if (objectIs(actual, expected)) return;
    throw failed(this, 'strictEqual', actual, expected, message, methods.strictEqual);
  },

  notStrictEqual(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    if (!objectIs(actual, expected)) return;
    throw failed(this, 'notStrictEqual', actual, expected, message, methods.notStrictEqual);
  },

  partialDeepStrictEqual(actual, expected, ...message) {
    requireTwoArguments(arguments.length);
    if (deepEqual().isPartialStrictEqual(actual, expected)) return;
    throw failed(this, 'partialDeepStrictEqual', actual, expected, message, methods.partialDeepStrictEqual);
  },

  throws(fn, ...rest) {
    const { expectsError, thrownBy } = expectation();
    expectsError(methods.throws, 'throws', thrownBy(fn), rest);
  },

  async rejects(promiseFn, ...rest) {
    const { expectsError, rejectionOf, withFramesOf } = expectation();
    const call = new Error();
    const reason = await rejectionOf(promiseFn);
    withFramesOf(call, () => expectsError(methods.rejects, 'rejects', reason, rest));
  },

  doesNotThrow(fn, ...rest) {
    const { expectsNoError, thrownBy } = expectation();
    expectsNoError(methods.doesNotThrow, 'doesNotThrow', thrownBy(fn), rest);
  },

  async doesNotReject(fn, ...rest) {
    const { expectsNoError, rejectionOf, withFramesOf } = expectation();
    const call = new Error();
    const reason = await rejectionOf(fn);
    withFramesOf(call, () => expectsNoError(methods.doesNotReject, 'doesNotReject', reason, rest));
  },

  ifError(err) {
    if (err === null || err === undefined) return;
    throw unwantedError(this, err);
  },

  match(string, regexp, ...message) {
    innerMatch(this, string, regexp, message, methods.match, 'match');
  },

  doesNotMatch(string, regexp, ...message) {
    innerMatch(this, string, regexp, message, methods.doesNotMatch, 'doesNotMatch');
  },
};

function unwantedError(self, err) {
  const inspect = (value) => require('inspect/inspect').inspect(value);
  let message = 'ifError got unwanted exception: ';
  if (typeof err === 'object' && typeof err.message === 'string') {
    message += err.message.length === 0 && err.constructor ? err.constructor.name : err.message;
  } else {
    message += inspect(err);
  }
  const error = new AssertionError({
    actual: err, expected: null, operator: 'ifError', message, stackStartFn: methods.ifError, diff: optionsOf(self).diff,
  });
  error.generatedMessage = false;
  joinStacks(error, err);
  return error;
}

// The assertion's frames above those of the original error, without their common frames.
function joinStacks(error, original) {
  const { stackOf } = require('core/stack');
  if (typeof original !== 'object' || typeof original.stack !== 'string' || original.stack === '') return;
  const framesOf = (stack) => {
    const start = indexIn(stack, '\n    at');
    return start === -1 ? [] : stringSplit(sliceOf(stack, start + 1), '\n');
  };
  const originalFrames = framesOf(stackOf(original));
  const errorStack = stackOf(error);
  const frames = stringSplit(errorStack, '\n');
  const shared = originalFrames.length === 0 ? -1 : arrayFindIndex(frames, (line) => isIn(originalFrames, line));
  const head = arrayJoin(shared === -1 ? frames : arraySlice(frames, 0, shared), '\n');
  if (originalFrames.length === 0) return;
  objectDefineProperty(error, 'stack', {
    __proto__: null,
    value: `${head}\n${arrayJoin(originalFrames, '\n')}`, writable: true, configurable: true, enumerable: false,
  });
}

function innerMatch(self, string, regexp, message, stackStartFn, operator) {
  const { describe } = require('core/messages/arguments');
  if (!require('util/types').isRegExp(regexp)) throw new codes.ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  const shouldMatch = operator === 'match';
  if (typeof string === 'string' && (regexpExec(regexp, string) !== null) === shouldMatch) return;
  const userText = message[0] === undefined || message[0] === null ? undefined : userMessage(message, [string, regexp]);
  let text = userText;
  if (userText === undefined && typeof message[0] !== 'function') {
    const inspect = (value) => require('inspect/inspect').inspect(value);
    if (typeof string !== 'string') {
      text = `The "string" argument must be of type string. Received ${describe(string)}`;
    } else if (shouldMatch) {
      text = `The input did not match the regular expression ${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
    } else {
      text = `The input was expected to not match the regular expression ${inspect(regexp)}. Input:\n\n${
        inspect(string)}\n`;
    }
  }
  const error = new AssertionError({
    actual: string, expected: regexp, message: text, operator, stackStartFn, diff: optionsOf(self).diff,
  });
  error.generatedMessage = userText === undefined;
  throw error;
}

for (const name of each(objectKeys(methods))) {
  objectDefineProperty(Assert.prototype, name, {
    __proto__: null, value: methods[name], writable: true, configurable: true, enumerable: true,
  });
}

function assert(...values) {
  if (!values[0]) innerOk(assert, values);
}

function strict(...values) {
  if (!values[0]) innerOk(strict, values);
}

const order = [
  'ok', 'fail', 'equal', 'notEqual', 'deepEqual', 'notDeepEqual', 'deepStrictEqual', 'notDeepStrictEqual', 'strictEqual',
  'notStrictEqual', 'partialDeepStrictEqual', 'match', 'doesNotMatch', 'throws', 'rejects', 'doesNotThrow',
  'doesNotReject', 'ifError',
];

assert.AssertionError = AssertionError;
for (const name of each(order)) assert[name] = methods[name];
assert.strict = objectAssign(strict, assert, {
  equal: methods.strictEqual,
  deepEqual: methods.deepStrictEqual,
  notEqual: methods.notStrictEqual,
  notDeepEqual: methods.notDeepStrictEqual,
});
assert.Assert = Assert;
assert.strict.Assert = Assert;
assert.strict.strict = assert.strict;

module.exports = assert;
