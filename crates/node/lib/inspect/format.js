'use strict';

// util.format: printf-like directives in the first argument, the rest appended.

const {
  arrayFilter, arraySome, jsonStringify, objectGetOwnPropertyDescriptor, objectGetPrototypeOf, objectHasOwn, stringSplit,
} = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const { inspect } = require('inspect/inspect');
const { LANGUAGE_CONSTRUCTORS } = require('inspect/naming');
const { bigintText, numberText } = require('inspect/text');
const defaults = require('inspect/defaults');

const { kindOf } = require('inspect/kinds');
const { proxyDetails } = binding('inspect');

// Whether the object's string conversion would only run built-in code, which is less useful than inspect.
function hasLanguageToString(object) {
  while (kindOf(object) === 'Proxy') {
    object = proxyDetails(object)[0];
    if (object === undefined || object === null) return true;
  }
  const keys = arrayFilter(['toString', Symbol.toPrimitive], (key) => typeof object[key] === 'function');
  if (keys.length === 0) return true;
  let owner = object;
  while (!arraySome(keys, (key) => objectHasOwn(owner, key))) owner = objectGetPrototypeOf(owner);
  if (owner === object) return false;
  const constructor = objectGetOwnPropertyDescriptor(owner, 'constructor')?.value;
  return typeof constructor === 'function' && LANGUAGE_CONSTRUCTORS.has(constructor.name);
}

function isCircularError(error) {
  const circular = {};
  circular.self = circular;
  try {
    jsonStringify(circular);
  } catch (expected) {
    const firstLine = (text) => stringSplit(String(text), '\n', 1)[0];
    return error?.name === 'TypeError' && firstLine(error.message) === firstLine(expected.message);
  }
  return false;
}

function json(value) {
  try {
    return jsonStringify(value);
  } catch (error) {
    if (isCircularError(error)) return '[Circular]';
    throw error;
  }
}

function separated(options) {
  return options?.numericSeparator ?? defaults.numericSeparator;
}

function asString(value, options) {
  switch (typeof value) {
    case 'number': return numberText(value, separated(options));
    case 'bigint': return bigintText(value, separated(options));
    case 'object':
      if (value !== null && hasLanguageToString(value)) {
        return inspect(value, { ...options, depth: 0, colors: false, compact: 3 });
      }
  }
  return String(value);
}

function asNumber(value, convert, options) {
  if (typeof value === 'bigint' && convert !== Number.parseFloat) return bigintText(value, separated(options));
  if (typeof value === 'symbol') return 'NaN';
  return numberText(convert(value), separated(options));
}

const directives = {
  s: asString,
  d: (value, options) => asNumber(value, Number, options),
  i: (value, options) => asNumber(value, Number.parseInt, options),
  f: (value, options) => asNumber(value, Number.parseFloat, options),
  j: json,
  O: (value, options) => inspect(value, options),
  o: (value, options) => inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 }),
  c: () => '',
  __proto__: null,
};

// Replaces the directives of `template`; `used` is the number of arguments consumed. Without any directive (or `%%`) the template
// is joined like the other arguments, which gives the same result.
function fill(template, args, options) {
  let text = '';
  let copied = 0;
  let used = 1;
  for (let at = indexIn(template, '%'); at !== -1 && at < template.length - 1; at = indexIn(template, '%', at)) {
    const character = template[at + 1];
    const directive = directives[character];
    if (character === '%') text += sliceOf(template, copied, at + 1);
    else if (directive !== undefined && used < args.length) {
      text += sliceOf(template, copied, at) + directive(args[used++], options);
    } else {
      at += 2;
      continue;
    }
    at += 2;
    copied = at;
  }
  return { text: text + sliceOf(template, copied), used };
}

/** For the console methods: `args` is an array, `options` the options of inspect or undefined. */
function formatList(options, args) {
  let text = '';
  let next = 0;
  if (typeof args[0] === 'string') {
    if (args.length === 1) return args[0];
    ({ text, used: next } = fill(args[0], args, options));
  }
  for (; next < args.length; next++) {
    const value = args[next];
    if (next !== 0) text += ' ';
    text += typeof value === 'string' ? value : inspect(value, options);
  }
  return text;
}

function format(...args) {
  return formatList(undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
  if (inspectOptions === null || typeof inspectOptions !== 'object') {
    require('core/validate').validateObject(inspectOptions, 'inspectOptions');
  }
  return formatList(inspectOptions, args);
}

module.exports = { format, formatList, formatWithOptions };
