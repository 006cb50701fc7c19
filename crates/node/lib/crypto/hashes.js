'use strict';
// Hashes and keyed hashes: createHash, createHmac, hash.
//
// Most of them are of one small input, createHash(name).update(text).digest('hex'), and native state that the collector frees costs more
// than the hashing. So the first small input is only kept, and digest() hands it to one native call. A second input, or a large one,
// starts native state: a function where step(data) adds, step() finishes and step(null) copies.

const globals = require('globals');
const { objectDefineProperty } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { codes } = require('core/errors');
const { validateObject, validateString, validateUint32 } = require('core/validate');
const { isArrayBufferView } = require('util/types');
const { HEX, UTF8, encodingOf } = require('buffer/encodings');
const { bytesOf } = require('core/bytes');
const LazyTransform = require('stream/lazy_transform');

const native = binding('crypto');

// Up to this many bytes or characters, keeping a copy is cheaper than native state.
const SMALL = 4096;
const DATA = ['string', 'Buffer', 'TypedArray', 'DataView'];
const KEY = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey'];

const algorithms = new SafeMap();

// The number of an algorithm; undefined for a name that is none.
function algorithmOf(name) {
  let number = algorithms.get(name);
  if (number === undefined) {
    number = native.algorithm(name);
    if (number !== undefined) algorithms.set(name, number);
  }
  return number;
}

function asBuffer(bytes) {
  return globals.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// The number of an output encoding; undefined for bytes, as for a name that is none.
function outputEncoding(name) {
  return name === 'hex' ? HEX : name === undefined || name === null ? undefined : encodingOf(name);
}

// What a digest is made of: a string that is UTF-8, or bytes.
function dataOf(data, name, encoding) {
  if (typeof data === 'string') {
    if (encoding === undefined) return data;
    const number = encodingOf(encoding) ?? UTF8;
    if (number === UTF8) return data;
    if (number === HEX && data.length % 2 !== 0) {
      throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding, `is invalid for data of length ${data.length}`);
    }
    return bytesOf(data, encoding);
  }
  if (!isArrayBufferView(data)) throw new codes.ERR_INVALID_ARG_TYPE(name, DATA, data);
  return bytesOf(data);
}

// Bytes that the program gave may change later.
const kept = (input, given) => (typeof given === 'string' ? input : new Uint8Array(input));

// Of a chunk that was written, whatever it holds.
const streamData = (chunk, encoding) => (typeof chunk === 'string' ? bytesOf(chunk, encodingOf(encoding) === undefined ? 'utf8' : encoding) : bytesOf(chunk));

class Hash extends LazyTransform {
  #algorithm;
  #first;
  #step;
  #result;
  #isFinished = false;

  constructor(algorithm, options, step) {
    super(options);
    this.#algorithm = algorithm;
    this.#step = step;
  }

  copy(options) {
    if (this.#isFinished || this.#result !== undefined) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    return new Hash(this.#algorithm, options, this.#begun()(null));
  }

  update(data, encoding) {
    if (this.#isFinished) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    if (!this.#add(dataOf(data, 'data', encoding), data)) throw new codes.ERR_CRYPTO_HASH_UPDATE_FAILED();
    return this;
  }

  // False where the digest is made already, by the end of the stream.
  #add(input, given) {
    if (this.#result !== undefined) return false;
    if (this.#step === undefined && this.#first === undefined && input.length <= SMALL) this.#first = kept(input, given);
    else this.#begun()(input);
    return true;
  }

  digest(encoding) {
    if (this.#isFinished) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    this.#isFinished = true;
    const number = outputEncoding(encoding);
    if (this.#step === undefined && this.#result === undefined) {
      const result = native.hash(this.#algorithm, this.#first ?? '', number);
      return number === undefined ? asBuffer(result) : result;
    }
    const result = this.#finish();
    return number === undefined ? result : result.toString(encoding);
  }

  #finish() {
    this.#result ??= asBuffer(this.#begun()());
    return globals.Buffer.from(this.#result);
  }

  _transform(chunk, encoding, callback) {
    const isAdded = !this.#isFinished && this.#add(streamData(chunk, encoding), chunk);
    callback(isAdded ? undefined : new codes.ERR_CRYPTO_HASH_UPDATE_FAILED());
  }

  // The digest can still be asked for afterwards.
  _flush(callback) {
    if (!this.#isFinished) this.push(this.#finish());
    callback();
  }

  #begun() {
    if (this.#step === undefined) {
      this.#step = native.createHash(this.#algorithm);
      if (this.#first !== undefined) this.#step(this.#first);
      this.#first = undefined;
    }
    return this.#step;
  }
}

function createHash(algorithm, options) {
  validateString(algorithm, 'algorithm');
  const length = options?.outputLength;
  if (length !== undefined) validateUint32(length, 'options.outputLength');
  const number = algorithmOf(algorithm);
  if (number === undefined) throw new Error('Digest method not supported');
  if (length !== undefined && length !== native.digestLength(number)) throw notExtendable();
  return new Hash(number, options);
}

// OpenSSL's error for a length that only hashes with an output of any length (SHAKE) have.
function notExtendable() {
  const error = new Error('error:030000B2:digital envelope routines::not XOF or invalid length');
  error.library = 'digital envelope routines';
  error.reason = 'not XOF or invalid length';
  error.code = 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH';
  return error;
}

function hash(algorithm, input, options) {
  validateString(algorithm, 'algorithm');
  const data = dataOf(input, 'input');
  if (options !== undefined && typeof options !== 'string') validateObject(options, 'options');
  const encoding = typeof options === 'string' ? options : options?.outputEncoding ?? 'hex';
  const number = outputEncoding(encoding);
  if (number === undefined && encoding !== 'buffer') throw new codes.ERR_INVALID_ARG_VALUE('outputEncoding', encoding);
  const known = algorithmOf(algorithm);
  if (known === undefined) throw new Error(`Digest method ${algorithm} is not supported`);
  const result = native.hash(known, data, number);
  return number === undefined ? asBuffer(result) : result;
}

class Hmac extends LazyTransform {
  #algorithm;
  #key;
  #first;
  #step;
  #isFinished = false;

  constructor(algorithm, key, options) {
    super(options);
    this.#algorithm = algorithm;
    this.#key = key;
  }

  update(data, encoding) {
    if (this.#isFinished) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    const input = dataOf(data, 'data', encoding);
    if (this.#step === undefined && this.#first === undefined && input.length <= SMALL) {
      this.#first = kept(input, data);
      return this;
    }
    if (this.#step === undefined) {
      this.#step = native.createHmac(this.#algorithm, this.#key);
      if (this.#first !== undefined) this.#step(this.#first);
    }
    this.#step(input);
    return this;
  }

  digest(encoding) {
    const number = outputEncoding(encoding);
    if (this.#isFinished) return number === undefined ? globals.Buffer.from('') : '';
    this.#isFinished = true;
    if (this.#step === undefined) {
      const result = native.hmac(this.#algorithm, this.#key, this.#first ?? '', number);
      return number === undefined ? asBuffer(result) : result;
    }
    const result = asBuffer(this.#step());
    return number === undefined ? result : result.toString(encoding);
  }

  _transform(chunk, encoding, callback) {
    if (this.#isFinished) {
      callback(new codes.ERR_CRYPTO_HASH_UPDATE_FAILED());
      return;
    }
    this.update(streamData(chunk, encoding));
    callback();
  }

  _flush(callback) {
    if (!this.#isFinished) this.push(this.digest());
    callback();
  }
}

// A string that is UTF-8, or bytes.
const keyData = (key, encoding) => (encoding === undefined || (encodingOf(encoding) ?? UTF8) === UTF8 ? key : bytesOf(key, encoding));

function createHmac(algorithm, key, options) {
  validateString(algorithm, 'hmac');
  const bytes = typeof key === 'string' ? keyData(key, options?.encoding) : bytesOf(key);
  if (bytes === undefined) throw new codes.ERR_INVALID_ARG_TYPE('key', KEY, key);
  const number = algorithmOf(algorithm);
  if (number === undefined) throw new codes.ERR_CRYPTO_INVALID_DIGEST(algorithm);
  return new Hmac(number, typeof bytes === 'string' ? bytes : new Uint8Array(bytes), options);
}

// The constructors that programs see: deprecated, and with or without `new`.
function PublicHash(algorithm, options) {
  return createHash(algorithm, options);
}

function PublicHmac(hmac, key, options) {
  return createHmac(hmac, key, options);
}

function deprecatedConstructor(constructor, Class, code) {
  objectDefineProperty(constructor, 'name', { __proto__: null, value: Class.name, configurable: true });
  constructor.prototype = Class.prototype;
  objectDefineProperty(Class.prototype, 'constructor', { __proto__: null, value: constructor, writable: true, configurable: true });
  return require('util').deprecate(constructor, `crypto.${Class.name} constructor is deprecated.`, code);
}

module.exports = {
  Hash: deprecatedConstructor(PublicHash, Hash, 'DEP0179'),
  Hmac: deprecatedConstructor(PublicHmac, Hmac, 'DEP0181'),
  createHash, createHmac, hash, algorithmOf,
};
