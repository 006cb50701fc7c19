'use strict';

// util.format: printf-like directives in the first argument, the rest appended.

const {
  arrayFilter, arraySome, jsonStringify, numberParseFloat, numberParseInt, objectGetOwnPropertyDescriptor, objectGetPrototypeOf,
  objectHasOwn, stringSlice, stringSplit,
} = require('core/intrinsics');
const { inspect } = require('inspect/inspect');
const { LANGUAGE_CONSTRUCTORS } = require('inspect/naming');
const { bigintText, numberText } = require('inspect/text');
const defaults = require('inspect/defaults');

const { kindOf } = require('inspect/kinds');
const { getProxyDetails } = binding('inspect');

// Whether the object's string conversion would only run built-in code, which is less useful than inspect.
function hasLanguageToString(object) {
  while (kindOf(object) === 'Proxy') {
    object = getProxyDetails(object)[0];
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
  if (typeof value === 'bigint' && convert !== numberParseFloat) return bigintText(value, separated(options));
  if (typeof value === 'symbol') return 'NaN';
  return numberText(convert(value), separated(options));
}

// The text of a directive's argument; undefined if there is no such directive.
function converted(character, value, options) {
  switch (character) {
    case 's': return typeof value === 'string' ? value : asString(value, options);
    case 'd': return asNumber(value, Number, options);
    case 'i': return asNumber(value, numberParseInt, options);
    case 'f': return asNumber(value, numberParseFloat, options);
    // JSON has no text for undefined.
    case 'j': return `${json(value)}`;
    case 'O': return inspect(value, options);
    case 'o': return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case 'c': return '';
    default: return undefined;
  }
}

function appended(value, options) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && options === undefined && !defaults.colors) return numberText(value, defaults.numericSeparator);
  return inspect(value, options);
}

/** For the console methods: `args` is an array, `options` the options of inspect or undefined. */
function formatList(options, args) {
  const count = args.length;
  if (count === 0) return '';
  const { 0: template } = args;
  if (typeof template !== 'string') return join('', options, args, 0);
  if (count === 1) return template;
  // Replaces the directives. `%%` is one `%`; without a directive the template is joined like the other arguments.
  const last = template.length - 1;
  let text = '';
  let copied = 0;
  let next = 1;
  for (let at = 0; at < last; at++) {
    if (template[at] !== '%') continue;
    const character = template[++at];
    if (character === '%') {
      text += stringSlice(template, copied, at);
      copied = at + 1;
    } else if (next < count) {
      const value = converted(character, args[next], options);
      if (value === undefined) continue;
      next++;
      text += copied === at - 1 ? value : stringSlice(template, copied, at - 1) + value;
      copied = at + 1;
    }
  }
  if (copied === 0) text = template;
  else if (copied <= last) text += stringSlice(template, copied);
  return next === count ? text : join(text, options, args, next);
}

function join(text, options, args, from) {
  for (let i = from; i < args.length; i++) text += i === 0 ? appended(args[i], options) : ` ${appended(args[i], options)}`;
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
