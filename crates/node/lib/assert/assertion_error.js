'use strict';

// AssertionError and its messages.
//
// Three operators (strictEqual, deepStrictEqual, partialDeepStrictEqual) show a difference: short primitives as `1 !== 2`, other
// single lines one above the other, everything else as a line diff (assert/difference). The other operators print both values.

const {
  arrayForEach, arrayJoin, arraySlice, objectAssign, objectDefineProperty, objectGetPrototypeOf, objectHasOwn, stringSplit,
  symbolFor,
} = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { validateObject } = require('core/validate');
const { describeDifference, readable, inspectValue } = require('assert/difference');

const customInspect = symbolFor('nodejs.util.inspect.custom');
const showsDifference = new SafeSet(['deepStrictEqual', 'strictEqual', 'partialDeepStrictEqual']);
const kMaxValueLength = 512;

const isError = (value) => typeof value === 'object' && value !== null && value instanceof Error;

// An error without its stack, which would differ between any two errors.
function copyError(source) {
  const copy = objectAssign({ __proto__: objectGetPrototypeOf(source) }, source);
  objectDefineProperty(copy, 'message', { __proto__: null, value: source.message });
  if (objectHasOwn(source, 'cause')) {
    const { cause } = source;
    objectDefineProperty(copy, 'cause', { __proto__: null, value: isError(cause) ? copyError(cause) : cause });
  }
  return copy;
}

function notEqualMessage(operator, actual, full) {
  const lines = stringSplit(inspectValue(actual), '\n');
  const isReference = (typeof actual === 'object' && actual !== null) || typeof actual === 'function';
  const opening = readable[operator === 'notStrictEqual' && isReference ? 'notStrictEqualObject' : operator];
  if (lines.length === 1) return `${opening}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  if (lines.length > 50 && !full) {
    lines.length = 47;
    lines[46] = '...';
  }
  return `${opening}\n\n${arrayJoin(lines, '\n')}\n`;
}

function truncate(text, limit, full) {
  return text.length > limit && !full ? `${sliceOf(text, 0, limit - 3)}...` : text;
}

function defaultMessage(operator, actual, expected, full) {
  const left = inspectValue(actual);
  const right = inspectValue(expected);
  if (operator === 'notDeepEqual' && left === right) {
    return truncate(`${readable.notDeepEqual}\n\n${left}`, 1024, full);
  }
  const first = truncate(left, kMaxValueLength, full);
  const second = truncate(right, kMaxValueLength, full);
  if (operator === 'deepEqual') {
    return `${readable.deepEqual}\n\n${first}\n\nshould loosely deep-equal\n\n${second}`;
  }
  if (operator === 'notDeepEqual') {
    return `${readable.notDeepEqualUnequal}\n\n${first}\n\nshould not loosely deep-equal\n\n${second}`;
  }
  return `${first} ${operator} ${second}`;
}

function messageFor(options, actual, expected) {
  const { message, operator, diff } = options;
  const full = diff === 'full';
  if (message != null) {
    return showsDifference.has(operator)
      ? describeDifference(actual, expected, operator, message, full)
      : String(message);
  }
  if (showsDifference.has(operator)) return describeDifference(actual, expected, operator, undefined, full);
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
    return notEqualMessage(operator, actual, full);
  }
  return defaultMessage(operator, actual, expected, full);
}

// Long strings are cut to this many lines or characters.
function abbreviate(text) {
  if (typeof text !== 'string') return text;
  const lines = stringSplit(text, '\n', 11);
  if (lines.length > 10) return `${arrayJoin(arraySlice(lines, 0, 10), '\n')}\n...`;
  // Of a longer one Node shows the end, not the beginning.
  return text.length > kMaxValueLength ? `${sliceOf(text, kMaxValueLength)}...` : text;
}

class AssertionError extends Error {
  constructor(options) {
    validateObject(options, 'options');
    const { message, operator, details, diff = 'simple' } = options;
    let { actual, expected } = options;
    if (message == null && isError(actual) && isError(expected)) {
      actual = copyError(actual);
      expected = copyError(expected);
    }
    super(messageFor({ message, operator, diff }, actual, expected));
    this.generatedMessage = !message;
    // The header of the stack contains the code; afterwards the name is changed back.
    objectDefineProperty(this, 'name', {
      __proto__: null,
      value: 'AssertionError [ERR_ASSERTION]', enumerable: false, writable: true, configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    if (details) {
      this.actual = undefined;
      this.expected = undefined;
      this.operator = undefined;
      arrayForEach(details, (detail, index) => {
        this[`message ${index}`] = detail.message;
        this[`actual ${index}`] = detail.actual;
        this[`expected ${index}`] = detail.expected;
        this[`operator ${index}`] = detail.operator;
        this[`stack trace ${index}`] = detail.stack;
      });
    } else {
      this.actual = actual;
      this.expected = expected;
      this.operator = operator;
    }
    this.diff = diff;
    const start = options.stackStartFn || options.stackStartFunction;
    // From the frame that the user called.
    if (start !== undefined) Error.captureStackTrace(this, start);
    // Made text now: it begins with the name of this moment.
    require('core/stack').stackOf(this);
    this.name = 'AssertionError';
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [customInspect](_depth, context) {
    const { actual, expected } = this;
    this.actual = abbreviate(actual);
    this.expected = abbreviate(expected);
    const result = require('inspect/inspect').inspect(this, { ...context, customInspect: false, depth: 0 });
    this.actual = actual;
    this.expected = expected;
    return result;
  }
}

module.exports = { AssertionError };
