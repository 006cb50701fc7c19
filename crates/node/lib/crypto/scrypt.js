'use strict';
// crypto.scrypt() and scryptSync(). The limits are OpenSSL's.

const { mathFloor, mathLog2 } = require('core/intrinsics');
const native = binding('crypto');
const { registerRequest } = require('loop/requests');
const { codes: { ERR_CRYPTO_INVALID_SCRYPT_PARAMS, ERR_INCOMPATIBLE_OPTION_PAIR } } = require('core/errors');
const { validateFunction, validateInteger, validateUint32 } = require('core/validate');

const DEFAULTS = { __proto__: null, N: 16384, r: 8, p: 1, maxmem: 32 * 1024 * 1024 };
const LONG_NAMES = { __proto__: null, N: 'cost', r: 'blockSize', p: 'parallelization' };
const MEMORY_LIMIT = 'Invalid scrypt params: error:030000AC:digital envelope routines::memory limit exceeded';
// The most that r * p may be.
const PRODUCT_MAX = 2 ** 30 - 1;

// N, r or p: 0 stands for the default.
function parameterOf(options, name) {
  const long = LONG_NAMES[name];
  let value;
  if (options[name] !== undefined) {
    validateUint32(options[name], name);
    value = options[name];
  }
  if (options[long] !== undefined) {
    if (value !== undefined) throw new ERR_INCOMPATIBLE_OPTION_PAIR(name, long);
    validateUint32(options[long], long);
    value = options[long];
  }
  return value || DEFAULTS[name];
}

function argumentsFrom(password, salt, keylen, options, bytesOf) {
  password = bytesOf(password, 'password');
  salt = bytesOf(salt, 'salt');
  validateInteger(keylen, 'keylen', 0, 2 ** 31 - 1);
  const given = options && options !== DEFAULTS ? options : { __proto__: null };
  const N = parameterOf(given, 'N');
  const r = parameterOf(given, 'r');
  const p = parameterOf(given, 'p');
  let { maxmem } = DEFAULTS;
  if (given.maxmem !== undefined) {
    maxmem = given.maxmem;
    validateInteger(maxmem, 'maxmem', 0);
    if (maxmem === 0) ({ maxmem } = DEFAULTS);
  }
  const log = mathLog2(N);
  if (N < 2 || log !== mathFloor(log) || (16 * r < 64 && log >= 16 * r)) throw new ERR_CRYPTO_INVALID_SCRYPT_PARAMS('Invalid scrypt params');
  if (p > PRODUCT_MAX / r || 128 * r * p + 128 * r * (N + 2) > maxmem) throw new ERR_CRYPTO_INVALID_SCRYPT_PARAMS(MEMORY_LIMIT);
  return [password, salt, log, r, p, keylen];
}

// `bytesOf` and `toBuffer` are those of crypto.js.
function scrypt(password, salt, keylen, options, callback, bytesOf, toBuffer) {
  if (typeof options === 'function') {
    callback = options;
    options = DEFAULTS;
  }
  const { 0: secret, 1: salted, 2: log, 3: r, 4: p } = argumentsFrom(password, salt, keylen, options, bytesOf);
  validateFunction(callback, 'callback');
  const id = registerRequest((error, key) => (error ? callback(error) : callback(null, toBuffer(key))), undefined, 'SCRYPTREQUEST');
  native.scrypt(id, secret, salted, log, r, p, keylen);
}

function scryptSync(password, salt, keylen, options, bytesOf, toBuffer) {
  const { 0: secret, 1: salted, 2: log, 3: r, 4: p } = argumentsFrom(password, salt, keylen, options, bytesOf);
  return toBuffer(native.scrypt(undefined, secret, salted, log, r, p, keylen));
}

module.exports = { scrypt, scryptSync };
