'use strict';
// What a program asks of a codec.

const { codes } = require('core/errors');
const { constants } = require('zlib/constants');
const { kMaxLength } = require('buffer');

const {
  DEFLATERAW, GUNZIP, GZIP, INFLATE, INFLATERAW, UNZIP, Z_BLOCK, Z_DEFAULT_CHUNK, Z_DEFAULT_COMPRESSION, Z_DEFAULT_MEMLEVEL,
  Z_DEFAULT_STRATEGY, Z_DEFAULT_WINDOWBITS, Z_FINISH, Z_FIXED, Z_MAX_LEVEL, Z_MAX_MEMLEVEL, Z_MAX_WINDOWBITS, Z_MIN_CHUNK,
  Z_MIN_LEVEL, Z_MIN_MEMLEVEL, Z_MIN_WINDOWBITS, Z_NO_FLUSH,
} = constants;

// Whether there is a number; NaN is none.
function isGiven(value, name) {
  if (value === undefined || Number.isNaN(value)) return false;
  if (typeof value !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (!Number.isFinite(value)) throw new codes.ERR_OUT_OF_RANGE(name, 'a finite number', value);
  return true;
}

function within(value, name, lowest, highest, otherwise) {
  if (!isGiven(value, name)) return otherwise;
  if (value < lowest || value > highest) {
    throw new codes.ERR_OUT_OF_RANGE(name, `>= ${lowest} and <= ${highest}`, value);
  }
  return value;
}

function readChunkSize(chunkSize) {
  if (!isGiven(chunkSize, 'options.chunkSize')) return Z_DEFAULT_CHUNK;
  if (chunkSize < Z_MIN_CHUNK) throw new codes.ERR_OUT_OF_RANGE('options.chunkSize', `>= ${Z_MIN_CHUNK}`, chunkSize);
  return chunkSize;
}

function readWindowBits(windowBits, mode) {
  const reads = mode === INFLATE || mode === GUNZIP || mode === UNZIP;
  // The data says.
  if ((windowBits === undefined || windowBits === null || windowBits === 0) && reads) return 0;
  const lowest = mode === GZIP ? 9 : Z_MIN_WINDOWBITS;
  const bits = within(windowBits ?? undefined, 'options.windowBits', lowest, Z_MAX_WINDOWBITS, Z_DEFAULT_WINDOWBITS);
  // zlib takes 256 bytes for 512 in this format, and then cannot read what it wrote.
  return bits === 8 && (mode === DEFLATERAW || mode === INFLATERAW) ? 9 : bits;
}

function readDictionary(dictionary) {
  if (dictionary === undefined || ArrayBuffer.isView(dictionary)) return dictionary;
  if (dictionary instanceof ArrayBuffer) return new Uint8Array(dictionary);
  throw new codes.ERR_INVALID_ARG_TYPE('options.dictionary', ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], dictionary);
}

function readSettings(options, mode) {
  const given = options ?? {};
  return {
    chunkSize: readChunkSize(given.chunkSize),
    flush: within(given.flush, 'options.flush', Z_NO_FLUSH, Z_BLOCK, Z_NO_FLUSH),
    finishFlush: within(given.finishFlush, 'options.finishFlush', Z_NO_FLUSH, Z_BLOCK, Z_FINISH),
    maxOutputLength: within(given.maxOutputLength, 'options.maxOutputLength', 1, kMaxLength, kMaxLength),
    windowBits: readWindowBits(given.windowBits, mode),
    level: within(given.level, 'options.level', Z_MIN_LEVEL, Z_MAX_LEVEL, Z_DEFAULT_COMPRESSION),
    memLevel: within(given.memLevel, 'options.memLevel', Z_MIN_MEMLEVEL, Z_MAX_MEMLEVEL, Z_DEFAULT_MEMLEVEL),
    strategy: within(given.strategy, 'options.strategy', Z_DEFAULT_STRATEGY, Z_FIXED, Z_DEFAULT_STRATEGY),
    dictionary: readDictionary(given.dictionary),
  };
}

module.exports = { readSettings, within };
