'use strict';
// node:crypto: hashes, HMAC, PBKDF2, scrypt, random bytes. Ciphers, keys, signatures and certificates are not implemented, and not exported.

const globals = require('globals');
const { classInt32Array: Int32Array, mathFloor, numberIsSafeInteger } = require('core/intrinsics');
const { each } = require('core/safe/walk');

const native = binding('crypto');
const { registerRequest } = require('loop/requests');
const { Hash, Hmac, algorithmOf, createHash, createHmac, hash } = require('crypto/hashes');
const { validateFunction, validateBoolean, validateInteger, validateObject, validateString } = require('core/validate');

function codes() {
  return require('core/errors').codes;
}

function bytesOf(data, name, encoding, kinds) {
  const bytes = require('core/bytes').bytesOf(data, encoding === 'buffer' ? 'utf8' : encoding);
  if (bytes !== undefined) return bytes;
  const { ERR_INVALID_ARG_TYPE } = codes();
  throw new ERR_INVALID_ARG_TYPE(name, kinds, data);
}

const SECRET = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

function encodeOutput(bytes, encoding) {
  const buffer = globals.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}

// ---- keys from passwords

function pbkdf2Arguments(password, salt, iterations, keylen, digest) {
  validateString(digest, 'digest');
  password = bytesOf(password, 'password', 'utf8', SECRET);
  salt = bytesOf(salt, 'salt', 'utf8', SECRET);
  validateInteger(iterations, 'iterations', 1, 2 ** 31 - 1);
  validateInteger(keylen, 'keylen', 0, 2 ** 31 - 1);
  const algorithm = algorithmOf(digest);
  if (algorithm === undefined) throw new (codes().ERR_CRYPTO_INVALID_DIGEST)(digest);
  return [password, salt, iterations, keylen, algorithm];
}

function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  if (typeof digest === 'function') {
    callback = digest;
    digest = undefined;
  }
  const values = pbkdf2Arguments(password, salt, iterations, keylen, digest);
  validateFunction(callback, 'callback');
  native.pbkdf2(registerRequest((error, key) => (error ? callback(error) : callback(null, encodeOutput(key))), undefined, 'PBKDF2Request'), ...each(values));
}

function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  return encodeOutput(native.pbkdf2(undefined, ...each(pbkdf2Arguments(password, salt, iterations, keylen, digest))));
}

const secretOf = (value, name) => bytesOf(value, name, 'utf8', SECRET);

function scrypt(password, salt, keylen, options, callback = undefined) {
  require('crypto/scrypt').scrypt(password, salt, keylen, options, callback, secretOf, encodeOutput);
}

function scryptSync(password, salt, keylen, options = undefined) {
  return require('crypto/scrypt').scryptSync(password, salt, keylen, options, secretOf, encodeOutput);
}

// ---- random numbers

function randomBytes(size, callback) {
  require('core/validate').validateNumber(size, 'size', 0, 2 ** 31 - 1);
  if (callback === undefined) return encodeOutput(native.randomBytes(undefined, size));
  validateFunction(callback, 'callback');
  native.randomBytes(registerRequest((error, bytes) => (error ? callback(error) : callback(null, encodeOutput(bytes))), undefined, 'RandomBytesRequest'), size);
}

// The bytes of a view that are to be filled.
function fillRange(buffer, offset = 0, size = undefined) {
  const kinds = ['ArrayBuffer', 'ArrayBufferView'];
  if (typeof buffer === 'string') throw new (codes().ERR_INVALID_ARG_TYPE)('buf', kinds, buffer);
  const bytes = bytesOf(buffer, 'buf', undefined, kinds);
  const width = buffer.BYTES_PER_ELEMENT ?? 1;
  const { validateNumber } = require('core/validate');
  validateNumber(offset, 'offset', 0, bytes.length / width);
  const from = offset * width;
  const length = size === undefined ? bytes.length - from : size * width;
  if (size !== undefined) validateNumber(size, 'size', 0, (bytes.length - from) / width);
  return bytes.subarray(from, from + length);
}

function randomFillSync(buffer, offset, size) {
  const part = fillRange(buffer, offset, size);
  if (part.length > 0) part.set(native.randomBytes(undefined, part.length));
  return buffer;
}

function randomFill(buffer, offset, size, callback) {
  if (typeof offset === 'function') ({ 0: offset, 1: size, 2: callback } = [0, undefined, offset]);
  else if (typeof size === 'function') ({ 0: size, 1: callback } = [undefined, size]);
  validateFunction(callback, 'callback');
  const part = fillRange(buffer, offset, size);
  native.randomBytes(registerRequest((error, bytes) => {
    if (error) return callback(error);
    require('core/bytes').putBytes(part, bytes);
    callback(null, buffer);
  }, undefined, 'RandomBytesRequest'), part.length);
}

function randomUUID(options) {
  if (options === undefined) return native.randomUUID(true);
  validateObject(options, 'options');
  const { disableEntropyCache = false } = options;
  validateBoolean(disableEntropyCache, 'options.disableEntropyCache');
  return native.randomUUID(!disableEntropyCache);
}

// Random words are drawn many at once: the system call costs ten times as much as the rest.
const WORDS_AT_ONCE = 1024;
let words;
let nextWord = WORDS_AT_ONCE;

function drawWord() {
  if (nextWord === WORDS_AT_ONCE) {
    words = new Int32Array(native.randomBytes(undefined, WORDS_AT_ONCE * 4).buffer);
    nextWord = 0;
  }
  return words[nextWord++];
}

// Uniform in [0, range): values beyond the last whole multiple of the range are drawn again.
function drawBelow(range) {
  return range <= SMALL_RANGE ? drawSmall(range) : drawLarge(range);
}

// Of 30 bits, so that the compiler divides integers; a division of doubles is a call of 40 ns.
const SMALL_RANGE = 2 ** 20;

function drawSmall(range) {
  const limit = 0x40000000 - (0x40000000 % range);
  for (;;) {
    const drawn = drawWord() & 0x3fffffff;
    if (drawn < limit) return drawn % range;
  }
}

// Of 48 bits.
function drawLarge(range) {
  const limit = 2 ** 48 - remainder(2 ** 48, range);
  for (;;) {
    const drawn = (drawWord() & 0xffff) * 2 ** 32 + (drawWord() >>> 0);
    if (drawn < limit) return remainder(drawn, range);
  }
}

// number % range, up to 2 ** 48: the quotient may be rounded up to the next integer, never further.
function remainder(number, range) {
  const rest = number - mathFloor(number / range) * range;
  return rest < 0 ? rest + range : rest;
}

// Uniform in [min, max).
function randomInt(min, max, callback) {
  if (max === undefined || typeof max === 'function') {
    callback = max;
    max = min;
    min = 0;
  }
  if (callback !== undefined) validateFunction(callback, 'callback');
  validateSafeInteger(min, 'min');
  validateSafeInteger(max, 'max');
  const range = max - min;
  if (!(range > 0)) throw new (codes().ERR_OUT_OF_RANGE)('max', `greater than the value of "min" (${min})`, max);
  if (!(range <= 2 ** 48 - 1)) throw new (codes().ERR_OUT_OF_RANGE)('max - min', `<= ${2 ** 48 - 1}`, range);
  const result = min + drawBelow(range);
  if (callback === undefined) return result;
  globals.process.nextTick(callback, undefined, result);
}

function validateSafeInteger(value, name) {
  if (!numberIsSafeInteger(value)) throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'a safe integer', value);
}

function timingSafeEqual(a, b) {
  const left = bytesOf(a, 'buf1', undefined, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView']);
  const right = bytesOf(b, 'buf2', undefined, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView']);
  if (left.length !== right.length) throw new (codes().ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH)();
  let difference = 0;
  for (let i = 0; i < left.length; i++) difference |= left[i] ^ right[i];
  return difference === 0;
}

module.exports = {
  Hash, Hmac, createHash, createHmac, getHashes: () => native.getHashes(), hash, pbkdf2, pbkdf2Sync, scrypt, scryptSync,
  randomBytes, pseudoRandomBytes: randomBytes, randomFill, randomFillSync, randomInt, randomUUID, timingSafeEqual,
  getRandomValues: (array) => require('crypto/web').crypto.getRandomValues(array),
  get constants() { return require('crypto/constants'); },
  get webcrypto() { return require('crypto/web').crypto; },
};
