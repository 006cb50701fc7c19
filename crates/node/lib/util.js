'use strict';

// node:util. Each tool has its own file in util/, loaded on first use; the functions here have Node's names, lengths and order.

const {
  arrayIsArray, numberIsSafeInteger, objectAssign, objectDefineProperty, objectKeys, objectSetPrototypeOf, stringToWellFormed,
} = require('core/intrinsics');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateNumber, validateOneOf, validateString } = require('core/validate');
const { deprecate } = require('util/deprecate');
const { promisify, callbackify } = require('util/promisify');

function inherits(ctor, superCtor) {
  if (ctor === undefined || ctor === null) throw new codes.ERR_INVALID_ARG_TYPE('ctor', 'Function', ctor);
  if (superCtor === undefined || superCtor === null) {
    throw new codes.ERR_INVALID_ARG_TYPE('superCtor', 'Function', superCtor);
  }
  if (superCtor.prototype === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', superCtor.prototype);
  }
  objectDefineProperty(ctor, 'super_', { __proto__: null, value: superCtor, writable: true, configurable: true });
  objectSetPrototypeOf(ctor.prototype, superCtor.prototype);
}

function extend(target, source) {
  if (source === null || typeof source !== 'object') return target;
  return objectAssign(target, source);
}

function checkErrno(err) {
  validateNumber(err, 'err');
  if (err >= 0 || !numberIsSafeInteger(err)) {
    throw new codes.ERR_OUT_OF_RANGE('err', 'a negative integer', err);
  }
}

function getSystemErrorName(err) {
  checkErrno(err);
  return require('core/system_errors').systemErrorName(err);
}

function getSystemErrorMessage(err) {
  checkErrno(err);
  return require('core/system_errors').systemErrorMessage(err);
}

function getSystemErrorMap() {
  return require('core/system_errors').systemErrorMap();
}

function convertProcessSignalToExitCode(signalCode) {
  const { signals } = require('core/signals');
  validateOneOf(signalCode, 'signalCode', objectKeys(signals));
  return 128 + signals[signalCode];
}

let deepEqual;

function isDeepStrictEqual(a, b, skipPrototype) {
  deepEqual ??= require('util/deep_equal');
  return deepEqual.isDeepStrictEqual(a, b, skipPrototype);
}

let formatting;
let width;

function stripVTControlCharacters(str) {
  width ??= require('inspect/width');
  return width.stripVTControlCharacters(str);
}

function toUSVString(input) {
  return stringToWellFormed(`${input}`);
}

async function aborted(signal, resource) {
  return require('util/aborted').aborted(signal, resource);
}

module.exports = {
  _errnoException(...values) {
    return require('core/system_errors').errnoException(...each(values));
  },
  _exceptionWithHostPort(...values) {
    const error = require('core/system_errors').exceptionWithHostPort(...each(values));
    require('core/stack').captureStackTrace(error, module.exports._exceptionWithHostPort);
    return error;
  },
  _extend: deprecate(extend, 'The `util._extend` API is deprecated. Please use Object.assign() instead.', 'DEP0060'),
  callbackify,
  convertProcessSignalToExitCode,
  debug: debuglog,
  debuglog,
  deprecate,
  format(...values) {
    formatting ??= require('inspect/format');
    return formatting.formatList(undefined, values);
  },
  styleText(format, text, options) {
    return require('util/style_text').styleText(format, text, options);
  },
  formatWithOptions(inspectOptions, ...values) {
    return require('inspect/format').formatWithOptions(inspectOptions, ...each(values));
  },
  getCallSites(...values) {
    return require('util/call_sites').getCallSites(...each(values));
  },
  getSystemErrorMap,
  getSystemErrorName,
  getSystemErrorMessage,
  inherits,
  inspect: require('inspect/inspect').inspect,
  isArray: deprecate(arrayIsArray, 'The `util.isArray` API is deprecated. Please use `Array.isArray()` instead.',
    'DEP0044'),
  isDeepStrictEqual,
  markPromiseAsHandled(promise) {
    if (!require('util/types').isPromise(promise)) throw new codes.ERR_INVALID_ARG_TYPE('promise', 'Promise', promise);
    promiseThen(promise, undefined, () => {});
  },
  promisify,
  stripVTControlCharacters,
  toUSVString,
  get transferableAbortSignal() {
    return transferableAbortSignal;
  },
  get transferableAbortController() {
    return transferableAbortController;
  },
  get aborted() {
    return aborted;
  },
  types: require('util/types'),
  parseEnv(content) {
    validateString(content, 'content');
    const flat = binding('process').parseEnvFile(content);
    const values = { __proto__: null };
    for (let at = 0; at < flat.length; at += 2) values[flat[at]] = flat[at + 1];
    return values;
  },
  parseArgs(config = {}) {
    return require('util/parse_args').parseArgs(config);
  },
};

lazyClass('TextDecoder', 'util/text_codec');
lazyClass('TextEncoder', 'util/text_codec');
lazyClass('MIMEType', 'util/mime');
lazyClass('MIMEParams', 'util/mime');
module.exports.diff = function diff(actual, expected) {
  return require('util/diff').diff(actual, expected);
};
module.exports.debounce = function debounce(fn, wait, options = undefined) {
  return require('util/debounce').debounce(fn, wait, options);
};
module.exports.throttle = function throttle(fn, limit, interval, options = undefined) {
  return require('util/throttle').throttle(fn, limit, interval, options);
};
module.exports.setTraceSigInt = function setTraceSigInt(enable) {
  if (!require('worker_threads').isMainThread) throw new codes.ERR_WORKER_UNSUPPORTED_OPERATION('Calling util.setTraceSigInt');
  binding('signals').setTraceSigInt(enable);
};

function debuglog(set, cb) {
  return require('util/debuglog').debuglog(set, cb);
}

function transferableAbortController() {
  return require('util/transferable_abort').transferableAbortController();
}

function transferableAbortSignal(signal) {
  return require('util/transferable_abort').transferableAbortSignal(signal);
}

function lazyClass(name, file) {
  objectDefineProperty(module.exports, name, require('core/lazy_property').lazyProperty(module.exports, name, file));
}
