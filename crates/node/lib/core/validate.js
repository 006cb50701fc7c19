'use strict';

// Argument validation with Node's parameter order (value, name, …) and messages.

const {
  arrayBufferStaticIsView, arrayIsArray, arrayJoin, arrayMap, numberIsFinite, numberIsInteger, numberIsNaN,
  numberParseInt: parseInt, objectHasOwn, regexpTest, stringToLowerCase, stringToUpperCase, stringTrim,
} = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');

// What validateObject accepts besides plain objects; combined with `|`.
const kValidateObjectNone = 0;
const kValidateObjectAllowNullable = 1;
const kValidateObjectAllowArray = 2;
const kValidateObjectAllowFunction = 4;
const kValidateObjectAllowObjects = kValidateObjectAllowArray | kValidateObjectAllowFunction;
const kValidateObjectAllowObjectsAndNull = kValidateObjectAllowObjects | kValidateObjectAllowNullable;

function wrongType(name, expected, value) {
  return new codes.ERR_INVALID_ARG_TYPE(name, expected, value);
}

function wrongValue(name, value, reason) {
  return new codes.ERR_INVALID_ARG_VALUE(name, value, reason);
}

function outOfRange(name, range, value) {
  return new codes.ERR_OUT_OF_RANGE(name, range, value);
}

const isInt32 = (value) => value === (value | 0);
const isUint32 = (value) => value === value >>> 0;

function validateFunction(value, name) {
  if (typeof value !== 'function') throw wrongType(name, 'Function', value);
}

function validatePlainFunction(value, name) {
  if (typeof value !== 'function' || require('util/types').isAsyncFunction(value)) {
    throw wrongType(name, 'Function', value);
  }
}

function validateString(value, name) {
  if (typeof value !== 'string') throw wrongType(name, 'string', value);
}

function validateStringWithoutNullBytes(value, name) {
  validateString(value, name);
  if (isIn(value, '\u0000')) throw wrongValue(name, value, 'must be a string without null bytes');
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean') throw wrongType(name, 'boolean', value);
}

function validateUndefined(value, name) {
  if (value !== undefined) throw wrongType(name, 'undefined', value);
}

function validateNumber(value, name, min = undefined, max) {
  if (typeof value !== 'number') throw wrongType(name, 'number', value);
  const bounded = min != null || max != null;
  if ((min != null && value < min) || (max != null && value > max) || (bounded && numberIsNaN(value))) {
    const lower = min != null ? `>= ${min}` : '';
    const upper = max != null ? `<= ${max}` : '';
    throw outOfRange(name, `${lower}${lower && upper ? ' && ' : ''}${upper}`, value);
  }
}

function validateInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value !== 'number') throw wrongType(name, 'number', value);
  if (!numberIsInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
}

function validateInt32(value, name, min = -2147483648, max = 2147483647) {
  validateInteger(value, name, min, max);
}

function validateUint32(value, name, positive = false) {
  validateInteger(value, name, positive ? 1 : 0, 4294967295);
}

// Returns false for undefined and NaN (the caller uses its default), true for a finite number.
function validateFiniteNumber(value, name) {
  if (value === undefined) return false;
  if (numberIsFinite(value)) return true;
  if (numberIsNaN(value)) return false;
  validateNumber(value, name);
  throw outOfRange(name, 'a finite number', value);
}

function checkRangesOrGetDefault(value, name, lower, upper, fallback) {
  if (!validateFiniteNumber(value, name)) return fallback;
  if (value < lower || value > upper) throw outOfRange(name, `>= ${lower} and <= ${upper}`, value);
  return value;
}

function validateObject(value, name, allow = kValidateObjectNone) {
  if (value === null) {
    if (allow & kValidateObjectAllowNullable) return;
  } else if (typeof value === 'object') {
    if (allow & kValidateObjectAllowArray || !arrayIsArray(value)) return;
  } else if (typeof value === 'function') {
    if (allow & kValidateObjectAllowFunction) return;
  }
  throw wrongType(name, 'Object', value);
}

// A WebIDL dictionary: any object, null or undefined.
function validateDictionary(value, name) {
  if (value != null && typeof value !== 'object' && typeof value !== 'function') {
    throw wrongType(name, 'a dictionary', value);
  }
}

function validateArray(value, name, minLength = 0) {
  if (!arrayIsArray(value)) throw wrongType(name, 'Array', value);
  if (value.length < minLength) throw wrongValue(name, value, `must have a length of at least ${minLength}`);
}

function validateEach(value, name, validateOne) {
  validateArray(value, name);
  for (let i = 0; i < value.length; i++) validateOne(value[i], `${name}[${i}]`);
}

const validateStringArray = (value, name) => validateEach(value, name, validateString);
const validateBooleanArray = (value, name) => validateEach(value, name, validateBoolean);

function validateAbortSignalArray(value, name) {
  validateEach(value, name, (signal, each) => {
    if (signal == null) throw wrongType(each, 'AbortSignal', signal);
    validateAbortSignal(signal, each);
  });
}

// Any object with an `aborted` property is accepted, such as polyfilled signals.
function validateAbortSignal(signal, name) {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw wrongType(name, 'AbortSignal', signal);
  }
}

function validateOneOf(value, name, allowed) {
  if (isIn(allowed, value)) return;
  const list = arrayJoin(arrayMap(allowed, (each) => (typeof each === 'string' ? `'${each}'` : String(each))), ', ');
  throw wrongValue(name, value, `must be one of: ${list}`);
}

function validateUnion(value, name, union) {
  if (!isIn(union, value)) throw wrongType(name, `('${arrayJoin(union, '|')}')`, value);
}

function validateBuffer(value, name = 'buffer') {
  if (!arrayBufferStaticIsView(value)) throw wrongType(name, ['Buffer', 'TypedArray', 'DataView'], value);
}

function validateEncoding(data, encoding) {
  if (stringToLowerCase(`${encoding}`) === 'hex' && data.length % 2 !== 0) {
    throw wrongValue('encoding', encoding, `is invalid for data of length ${data.length}`);
  }
}

function validatePort(port, name = 'Port', allowZero = true) {
  const plausible = typeof port === 'number' || (typeof port === 'string' && stringTrim(port).length > 0);
  const number = plausible ? +port : NaN;
  if (number !== number >>> 0 || number > 0xffff || (number === 0 && !allowZero)) {
    throw new codes.ERR_SOCKET_BAD_PORT(name, port, allowZero);
  }
  return number;
}

function validateSignalName(signal, name = 'signal') {
  validateString(signal, name);
  const { signals } = require('core/signals');
  if (signals[signal] !== undefined) return;
  if (signals[stringToUpperCase(signal)] !== undefined) {
    throw new codes.ERR_UNKNOWN_SIGNAL(`${signal} (signals must use all capital letters)`);
  }
  throw new codes.ERR_UNKNOWN_SIGNAL(signal);
}

const octalDigits = /^[0-7]+$/;

function parseFileMode(value, name, fallback) {
  let mode = value ?? fallback;
  if (typeof mode === 'string') {
    if (!regexpTest(octalDigits, mode)) {
      throw wrongValue(name, value, 'must be a 32-bit unsigned integer or an octal string');
    }
    mode = parseInt(mode, 8);
  }
  validateUint32(mode, name);
  return mode;
}

function validateIgnoreOption(value, name) {
  if (value == null) return;
  if (arrayIsArray(value)) {
    for (let i = 0; i < value.length; i++) validateIgnoreOption(value[i], `${name}[${i}]`);
  } else if (typeof value === 'string') {
    if (value.length === 0) throw wrongValue(name, value, 'must be a non-empty string');
  } else if (!(value instanceof RegExp) && typeof value !== 'function') {
    throw wrongType(name, ['string', 'RegExp', 'Function'], value);
  }
}

const linkValue = /^(?:<[^>]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;

function validateLinkHeaderValue(hints) {
  const list = arrayIsArray(hints) ? hints : [hints];
  for (const hint of each(list)) {
    if (typeof hint !== 'string' || !regexpTest(linkValue, hint)) {
      throw wrongValue('hints', hints, 'must be an array or string of format "</styles.css>; rel=preload; as=style"');
    }
  }
  return arrayJoin(list, ', ');
}

function validateThisInternalField(object, field, className) {
  if (typeof object !== 'object' || object === null || !objectHasOwn(object, field)) {
    throw new codes.ERR_INVALID_THIS(className);
  }
}

module.exports = {
  isInt32,
  isUint32,
  parseFileMode,
  validateArray,
  validateStringArray,
  validateBooleanArray,
  validateAbortSignalArray,
  validateBoolean,
  validateBuffer,
  validateDictionary,
  validateEncoding,
  validateFunction,
  validateIgnoreOption,
  validateInt32,
  validateInteger,
  validateNumber,
  validateObject,
  kValidateObjectNone,
  kValidateObjectAllowNullable,
  kValidateObjectAllowArray,
  kValidateObjectAllowFunction,
  kValidateObjectAllowObjects,
  kValidateObjectAllowObjectsAndNull,
  validateOneOf,
  validatePlainFunction,
  validatePort,
  validateSignalName,
  validateString,
  validateStringWithoutNullBytes,
  validateUint32,
  validateUndefined,
  validateUnion,
  validateAbortSignal,
  validateLinkHeaderValue,
  validateThisInternalField,
  validateFiniteNumber,
  checkRangesOrGetDefault,
};
