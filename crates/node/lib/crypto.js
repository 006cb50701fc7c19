'use strict';
// node:crypto: hashes, HMAC, PBKDF2, random bytes. Ciphers, keys, signatures and certificates are not implemented, and not exported.

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
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
  native.pbkdf2(registerRequest((error, key) => (error ? callback(error) : callback(null, encodeOutput(key))), undefined, 'PBKDF2Request'), ...values);
}

function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  return encodeOutput(native.pbkdf2(undefined, ...pbkdf2Arguments(password, salt, iterations, keylen, digest)));
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
  if (typeof offset === 'function') [offset, size, callback] = [0, undefined, offset];
  else if (typeof size === 'function') [size, callback] = [undefined, size];
  validateFunction(callback, 'callback');
  const part = fillRange(buffer, offset, size);
  native.randomBytes(registerRequest((error, bytes) => {
    if (error) return callback(error);
    require('core/bytes').putBytes(part, bytes);
    callback(null, buffer);
  }, undefined, 'RandomBytesRequest'), part.length);
}

// As in Node, many are generated at once: the system call costs ten times as much as the rest.
const UUID_BATCH = 128;
let uuidCache = '';
let nextUUID = 0;

function randomUUID(options) {
  if (options !== undefined) validateObject(options, 'options');
  const { disableEntropyCache = false } = options ?? {};
  validateBoolean(disableEntropyCache, 'options.disableEntropyCache');
  if (disableEntropyCache) return uuidAt(generateUUIDs(1), 0);
  if (nextUUID === uuidCache.length) {
    uuidCache = generateUUIDs(UUID_BATCH);
    nextUUID = 0;
  }
  const at = nextUUID;
  nextUUID += 32;
  return uuidAt(uuidCache, at);
}

function generateUUIDs(count) {
  const bytes = native.randomBytes(undefined, count * 16);
  for (let at = 0; at < bytes.length; at += 16) {
    bytes[at + 6] = (bytes[at + 6] & 0x0f) | 0x40;
    bytes[at + 8] = (bytes[at + 8] & 0x3f) | 0x80;
  }
  return encodeOutput(bytes, 'hex');
}

function uuidAt(hex, at) {
  return `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-` +
    `${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`;
}

// Numbers of 48 bits are drawn many at once, too.
const NUMBER_SIZE = 6;
const NUMBERS_AT_ONCE = 1024;
let drawnNumbers;
let nextNumber = NUMBER_SIZE * NUMBERS_AT_ONCE;

function drawNumber() {
  if (nextNumber === NUMBER_SIZE * NUMBERS_AT_ONCE) {
    drawnNumbers = encodeOutput(native.randomBytes(undefined, NUMBER_SIZE * NUMBERS_AT_ONCE));
    nextNumber = 0;
  }
  const number = drawnNumbers.readUIntBE(nextNumber, NUMBER_SIZE);
  nextNumber += NUMBER_SIZE;
  return number;
}

// Uniform in [min, max): values beyond the last whole multiple of the range are drawn again.
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
  const limit = 2 ** 48 - (2 ** 48 % range);
  let drawn;
  do {
    drawn = drawNumber();
  } while (drawn >= limit);
  const result = min + (drawn % range);
  if (callback === undefined) return result;
  process.nextTick(callback, undefined, result);
}

function validateSafeInteger(value, name) {
  if (!Number.isSafeInteger(value)) throw new (codes().ERR_INVALID_ARG_TYPE)(name, 'a safe integer', value);
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
  Hash, Hmac, createHash, createHmac, getHashes: () => native.hashNames(), hash, pbkdf2, pbkdf2Sync,
  randomBytes, pseudoRandomBytes: randomBytes, randomFill, randomFillSync, randomInt, randomUUID, timingSafeEqual,
  getRandomValues: (array) => require('crypto/web').crypto.getRandomValues(array),
  get constants() { return require('crypto/constants'); },
  get webcrypto() { return require('crypto/web').crypto; },
};
