'use strict';

// Message templates about arguments: those that describe the value they were given. Each entry is [base class, template]; a
// template is a string with $1, $2… or a function (error, ...arguments) => string, which may also set properties of the error.

const {
  arrayIsArray, arrayJoin, arrayMap, arrayPush, arraySplice, jsonStringify, mathAbs, numberIsInteger, objectIs, regexpTest,
  stringEndsWith, stringToLowerCase,
} = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const inspect = (value, options) => require('inspect/inspect').inspect(value, options);

// 'a', 'a or b', 'a, b, or c'
function listOf(words, conjunction = 'and') {
  switch (words.length) {
    case 0:
      return '';
    case 1:
      return `${words[0]}`;
    case 2:
      return `${words[0]} ${conjunction} ${words[1]}`;
    default:
      return `${arrayJoin(sliceOf(words, 0, -1), ', ')}, ${conjunction} ${words[words.length - 1]}`;
  }
}

// The text after "Received".
function describe(value) {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'undefined':
      return 'undefined';
    case 'function':
      return `function ${value.name}`;
    case 'object':
      return value.constructor?.name ? `an instance of ${value.constructor.name}` : `${inspect(value, { depth: -1 })}`;
    case 'bigint':
      return `type bigint (${value}n)`;
    case 'number':
      return objectIs(value, -0) ? 'type number (-0)' : `type number (${value})`;
    case 'boolean':
      return `type boolean (${value})`;
    case 'symbol':
      return `type symbol (${String(value)})`;
    default: {
      const text = value.length > 28 ? `${sliceOf(value, 0, 25)}...` : value;
      return isIn(text, "'") ? `type string (${jsonStringify(text)})` : `type string ('${text}')`;
    }
  }
}

const typeNames = new SafeSet([
  'string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol',
]);

const classNamePattern = /^[A-Z][a-zA-Z0-9]*$/;

// 'of type string or an instance of Buffer or URL': types, then classes, then anything else.
function describeExpected(expected) {
  const types = [];
  const classes = [];
  const others = [];
  for (const word of each(arrayIsArray(expected) ? expected : [expected])) {
    if (typeNames.has(word)) arrayPush(types, stringToLowerCase(word));
    else if (regexpTest(classNamePattern, word)) arrayPush(classes, word);
    else arrayPush(others, word);
  }
  // Next to classes, "object" counts as one of them.
  if (classes.length > 0 && isIn(types, 'object')) {
    arraySplice(types, indexIn(types, 'object'), 1);
    arrayPush(classes, 'Object');
  }
  const parts = [];
  if (types.length > 0) arrayPush(parts, `${types.length > 1 ? 'one of type' : 'of type'} ${listOf(types, 'or')}`);
  if (classes.length > 0) arrayPush(parts, `an instance of ${listOf(classes, 'or')}`);
  if (others.length > 1) {
    arrayPush(parts, `one of ${listOf(others, 'or')}`);
  } else if (others.length === 1) {
    arrayPush(parts, stringToLowerCase(others[0]) !== others[0] ? `an ${others[0]}` : others[0]);
  }
  return arrayJoin(parts, ' or ');
}

function argumentOrProperty(name) {
  if (stringEndsWith(name, ' argument')) return name;
  return `"${name}" ${isIn(name, '.') ? 'property' : 'argument'}`;
}

// Groups of three from the right, whatever the characters are: 1e21 becomes 1e_+21, in Node as well.
function withSeparators(text) {
  const start = text[0] === '-' ? 1 : 0;
  let end = text.length;
  let grouped = '';
  for (; end >= start + 4; end -= 3) grouped = `_${sliceOf(text, end - 3, end)}${grouped}`;
  return `${sliceOf(text, 0, end)}${grouped}`;
}

// Numbers beyond 2**32 get separators: 10_000_000_000. (2**32 itself does not, as in Node.)
function outOfRangeValue(value) {
  if (numberIsInteger(value) && mathAbs(value) > 2 ** 32) return withSeparators(String(value));
  if (typeof value === 'bigint') {
    const text = String(value);
    const big = value > 2n ** 32n || value < -(2n ** 32n);
    return `${big ? withSeparators(text) : text}n`;
  }
  return inspect(value);
}

function missingArguments(names) {
  const quote = (name) => `"${name}"`;
  const words = arrayMap(names, (name) => (arrayIsArray(name) ? arrayJoin(arrayMap(name, quote), ' or ') : quote(name)));
  return `The ${listOf(words)} argument${words.length > 1 ? 's' : ''} must be specified`;
}

const templates = {
  __proto__: null,

  ERR_INVALID_ARG_TYPE: [TypeError, (_, name, expected, actual) =>
    `The ${argumentOrProperty(name)} must be ${describeExpected(expected)}. Received ${describe(actual)}`],

  ERR_INVALID_ARG_VALUE: [TypeError, (_, name, value, reason = 'is invalid') => {
    let inspected = inspect(value);
    if (inspected.length > 128) inspected = `${sliceOf(inspected, 0, 128)}...`;
    return `The ${isIn(name, '.') ? 'property' : 'argument'} '${name}' ${reason}. Received ${inspected}`;
  }],

  ERR_OUT_OF_RANGE: [RangeError, (_, name, range, value, replaceDefaultMessage = false) => {
    const opening = replaceDefaultMessage ? name : `The value of "${name}" is out of range.`;
    return `${opening} It must be ${range}. Received ${outOfRangeValue(value)}`;
  }],

  ERR_MISSING_ARGS: [TypeError, (_, ...names) => missingArguments(names)],

  ERR_INVALID_RETURN_VALUE: [TypeError, (_, expected, name, value) =>
    `Expected ${expected} to be returned from the "${name}" function but got ${describe(value)}.`],

  ERR_BUFFER_OUT_OF_BOUNDS: [RangeError, (_, name) =>
    name ? `"${name}" is outside of buffer bounds` : 'Attempt to access memory outside buffer bounds'],

  ERR_INVALID_CHAR: [TypeError, (_, name, field) =>
    `Invalid character in ${name}${field !== undefined ? ` ["${field}"]` : ''}`],

  ERR_UNHANDLED_ERROR: [Error, (_, ...value) =>
    value.length === 0 || value[0] === undefined ? 'Unhandled error.' : `Unhandled error. (${value[0]})`],
};

module.exports = { templates, describe, listOf };
