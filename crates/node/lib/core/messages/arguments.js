'use strict';

// The sentences about arguments: the ones that describe the value they were given.
// Each entry is [base class, sentence]; a sentence is text with $1, $2… or a function
// (error, ...arguments) => text, which may also hang properties on the error.

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
      return `${words.slice(0, -1).join(', ')}, ${conjunction} ${words[words.length - 1]}`;
  }
}

// The words after "Received".
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
      return Object.is(value, -0) ? 'type number (-0)' : `type number (${value})`;
    case 'boolean':
      return `type boolean (${value})`;
    case 'symbol':
      return `type symbol (${String(value)})`;
    default: {
      const text = value.length > 28 ? `${value.slice(0, 25)}...` : value;
      return text.includes("'") ? `type string (${JSON.stringify(text)})` : `type string ('${text}')`;
    }
  }
}

const typeNames = new Set([
  'string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol',
]);

const startsLikeAClass = /^[A-Z][a-zA-Z0-9]*$/;

// 'of type string or an instance of Buffer or URL': types, then classes, then anything else.
function expectation(expected) {
  const types = [];
  const classes = [];
  const others = [];
  for (const word of Array.isArray(expected) ? expected : [expected]) {
    if (typeNames.has(word)) types.push(word.toLowerCase());
    else if (startsLikeAClass.test(word)) classes.push(word);
    else others.push(word);
  }
  // Next to classes, "object" reads as one of them.
  if (classes.length > 0 && types.includes('object')) {
    types.splice(types.indexOf('object'), 1);
    classes.push('Object');
  }
  const parts = [];
  if (types.length > 0) parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${listOf(types, 'or')}`);
  if (classes.length > 0) parts.push(`an instance of ${listOf(classes, 'or')}`);
  if (others.length > 1) {
    parts.push(`one of ${listOf(others, 'or')}`);
  } else if (others.length === 1) {
    parts.push(others[0].toLowerCase() !== others[0] ? `an ${others[0]}` : others[0]);
  }
  return parts.join(' or ');
}

function argumentOrProperty(name) {
  if (name.endsWith(' argument')) return name;
  return `"${name}" ${name.includes('.') ? 'property' : 'argument'}`;
}

// Three by three from the right, whatever the characters are: 1e21 reads 1e_+21, in Node as well.
function withSeparators(text) {
  const start = text[0] === '-' ? 1 : 0;
  let end = text.length;
  let grouped = '';
  for (; end >= start + 4; end -= 3) grouped = `_${text.slice(end - 3, end)}${grouped}`;
  return `${text.slice(0, end)}${grouped}`;
}

// Numbers beyond 2**32 get separators: 10_000_000_000. (2**32 itself does not: so does Node.)
function outOfRangeValue(value) {
  if (Number.isInteger(value) && Math.abs(value) > 2 ** 32) return withSeparators(String(value));
  if (typeof value === 'bigint') {
    const text = String(value);
    const big = value > 2n ** 32n || value < -(2n ** 32n);
    return `${big ? withSeparators(text) : text}n`;
  }
  return inspect(value);
}

function missingArguments(names) {
  const quote = (name) => `"${name}"`;
  const words = names.map((name) => (Array.isArray(name) ? name.map(quote).join(' or ') : quote(name)));
  return `The ${listOf(words)} argument${words.length > 1 ? 's' : ''} must be specified`;
}

const sentences = {
  __proto__: null,

  ERR_INVALID_ARG_TYPE: [TypeError, (_, name, expected, actual) =>
    `The ${argumentOrProperty(name)} must be ${expectation(expected)}. Received ${describe(actual)}`],

  ERR_INVALID_ARG_VALUE: [TypeError, (_, name, value, reason = 'is invalid') => {
    let shown = inspect(value);
    if (shown.length > 128) shown = `${shown.slice(0, 128)}...`;
    return `The ${name.includes('.') ? 'property' : 'argument'} '${name}' ${reason}. Received ${shown}`;
  }],

  ERR_OUT_OF_RANGE: [RangeError, (_, name, range, value, replaceDefaultSentence = false) => {
    const opening = replaceDefaultSentence ? name : `The value of "${name}" is out of range.`;
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

module.exports = { sentences, describe, listOf };
