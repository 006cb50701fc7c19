'use strict';
// Validates the options of codecs.

const { arrayBufferStaticIsView, numberIsFinite, numberIsNaN, objectKeys } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { appendAll, each } = require('core/safe/walk');
const { codedError, codes } = require('core/errors');
const { constants } = require('zlib/constants');
const { kMaxLength } = require('buffer');

const {
  BROTLI_OPERATION_EMIT_METADATA, BROTLI_OPERATION_FINISH,
  BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING, DEFLATERAW, GUNZIP, GZIP, INFLATE, INFLATERAW, UNZIP, Z_BLOCK, Z_DEFAULT_CHUNK, Z_DEFAULT_COMPRESSION, Z_DEFAULT_MEMLEVEL,
  Z_DEFAULT_STRATEGY, Z_DEFAULT_WINDOWBITS, Z_FINISH, Z_FIXED, Z_MAX_LEVEL, Z_MAX_MEMLEVEL, Z_MAX_WINDOWBITS, Z_MIN_CHUNK,
  Z_MIN_LEVEL, Z_MIN_MEMLEVEL, Z_MIN_WINDOWBITS, Z_NO_FLUSH,
} = constants;

// Whether a number was given; NaN counts as none.
function checkFiniteNumber(value, name) {
  if (value === undefined || numberIsNaN(value)) return false;
  if (typeof value !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (!numberIsFinite(value)) throw new codes.ERR_OUT_OF_RANGE(name, 'a finite number', value);
  return true;
}

function checkRange(value, name, lowest, highest, fallback) {
  if (!checkFiniteNumber(value, name)) return fallback;
  if (value < lowest || value > highest) {
    throw new codes.ERR_OUT_OF_RANGE(name, `>= ${lowest} and <= ${highest}`, value);
  }
  return value;
}

function readChunkSize(chunkSize) {
  if (!checkFiniteNumber(chunkSize, 'options.chunkSize')) return Z_DEFAULT_CHUNK;
  if (chunkSize < Z_MIN_CHUNK) throw new codes.ERR_OUT_OF_RANGE('options.chunkSize', `>= ${Z_MIN_CHUNK}`, chunkSize);
  return chunkSize;
}

function readWindowBits(windowBits, mode) {
  const isDecoder = mode === INFLATE || mode === GUNZIP || mode === UNZIP;
  // Read from the data.
  if ((windowBits === undefined || windowBits === null || windowBits === 0) && isDecoder) return 0;
  const lowest = mode === GZIP ? 9 : Z_MIN_WINDOWBITS;
  const bits = checkRange(windowBits ?? undefined, 'options.windowBits', lowest, Z_MAX_WINDOWBITS, Z_DEFAULT_WINDOWBITS);
  // zlib uses 512 bytes instead of 256 in this format, and then cannot read its own output.
  return bits === 8 && (mode === DEFLATERAW || mode === INFLATERAW) ? 9 : bits;
}

function readDictionary(dictionary) {
  if (dictionary === undefined || arrayBufferStaticIsView(dictionary)) return dictionary;
  if (dictionary instanceof ArrayBuffer) return new Uint8Array(dictionary);
  throw new codes.ERR_INVALID_ARG_TYPE('options.dictionary', ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], dictionary);
}

// The options of every stream. `last` is the codec's last flush flag.
function readStreamSettings(opts, last, finish) {
  return {
    chunkSize: readChunkSize(opts.chunkSize),
    flush: checkRange(opts.flush, 'options.flush', Z_NO_FLUSH, last, Z_NO_FLUSH),
    finishFlush: checkRange(opts.finishFlush, 'options.finishFlush', Z_NO_FLUSH, last, finish),
    maxOutputLength: checkRange(opts.maxOutputLength, 'options.maxOutputLength', 1, kMaxLength, kMaxLength),
  };
}

function readSettings(options, mode) {
  const opts = options ?? {};
  return {
    ...readStreamSettings(opts, Z_BLOCK, Z_FINISH),
    windowBits: readWindowBits(opts.windowBits, mode),
    level: checkRange(opts.level, 'options.level', Z_MIN_LEVEL, Z_MAX_LEVEL, Z_DEFAULT_COMPRESSION),
    memLevel: checkRange(opts.memLevel, 'options.memLevel', Z_MIN_MEMLEVEL, Z_MAX_MEMLEVEL, Z_DEFAULT_MEMLEVEL),
    strategy: checkRange(opts.strategy, 'options.strategy', Z_DEFAULT_STRATEGY, Z_FIXED, Z_DEFAULT_STRATEGY),
    dictionary: readDictionary(opts.dictionary),
    rejectGarbageAfterEnd: opts.rejectGarbageAfterEnd === true,
  };
}

const LAST_BROTLI_PARAMETER = 9;

// Alternating names and values.
function readBrotliParameters(opts, compresses) {
  const parameters = [];
  const seen = new SafeSet();
  for (const key of each(objectKeys(opts.params ?? {}))) {
    const name = Number(key);
    if (!(name >= 0 && name <= LAST_BROTLI_PARAMETER) || seen.has(name)) throw new codes.ERR_BROTLI_INVALID_PARAM(key);
    const value = opts.params[key];
    if (typeof value !== 'number' && typeof value !== 'boolean') {
      throw new codes.ERR_INVALID_ARG_TYPE('options.params[key]', 'number', value);
    }
    seen.add(name);
    // A decoder has only the first two; one of the encoder's is a boolean.
    const isBoolean = compresses && name === BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING;
    if ((!compresses && name > 1) || (isBoolean && value > 1)) throw codedError('ERR_ZLIB_INITIALIZATION_FAILED', Error, 'Initialization failed');
    appendAll(parameters, [name, Number(value)]);
  }
  return parameters;
}

function readBrotliSettings(options, compresses) {
  const opts = options ?? {};
  return {
    ...readStreamSettings(opts, BROTLI_OPERATION_EMIT_METADATA, BROTLI_OPERATION_FINISH),
    parameters: readBrotliParameters(opts, compresses),
  };
}

module.exports = { readBrotliSettings, readSettings, checkRange };
