'use strict';
// node:zlib: deflate, gzip and Brotli. A stream passes each chunk to its codec (zlib/handle.js), one step after another on the
// thread pool, until the codec has consumed it and has no more output; backpressure stops it.

const globals = require('globals');
const {
  arrayBufferStaticIsView, arrayPush, mathMax, objectAssign, objectDefineProperty, objectEntries, objectGetOwnPropertyDescriptor,
  objectKeys, objectSetPrototypeOf, reflectOwnKeys, stringStartsWith, stringToLowerCase,
} = require('core/intrinsics');
const { call1, call2, call4 } = require('core/safe/calls');
const { indexIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { Transform } = require('stream');
const { Buffer } = require('buffer');
const { codes: errors } = require('core/errors');
const { validateFunction, validateUint32 } = require('core/validate');
const { nextTick } = require('loop/ticks');
const { unimplementedAll } = require('core/not_implemented');
const { codes, constants } = require('zlib/constants');
const { BrotliDecoder, BrotliEncoder, Zlib, crc32: crc32Of } = require('zlib/handle');
const { readBrotliSettings, readSettings, checkRange } = require('zlib/settings');

const {
  BROTLI_DECODE, BROTLI_ENCODE, BROTLI_OPERATION_FLUSH, DEFLATE, DEFLATERAW, GUNZIP, GZIP, INFLATE, INFLATERAW, UNZIP, Z_BLOCK, Z_FINISH, Z_FIXED, Z_FULL_FLUSH, Z_DEFAULT_COMPRESSION,
  Z_DEFAULT_STRATEGY,
  Z_MAX_LEVEL, Z_MIN_LEVEL, Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH,
} = constants;

const kFlushFlag = Symbol('kFlushFlag');

// flush() passes through the stream as an empty chunk, after what was written before.
const flushChunks = [];
for (let flag = 0; flag <= Z_BLOCK; flag++) {
  flushChunks[flag] = Buffer.alloc(0);
  flushChunks[flag][kFlushFlag] = flag;
}

// By how much a flush outputs.
const FLUSH_ORDER = [Z_NO_FLUSH, Z_BLOCK, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH];
const maxFlush = (a, b) => (indexIn(FLUSH_ORDER, a) > indexIn(FLUSH_ORDER, b) ? a : b);

// A function, not a class: legacy programs inherit with `DeflateRaw.call(this, options)`.
function ZlibBase(options, settings, handle, fullFlush) {
  call1(Transform, this, { autoDestroy: true, ...options, objectMode: false, readableObjectMode: false, writableObjectMode: false });
  this.bytesWritten = 0;
  this._handle = handle;
  this._outOffset = 0;
  this._chunkSize = settings.chunkSize;
  this._defaultFlushFlag = settings.flush;
  this._finishFlushFlag = settings.finishFlush;
  this._defaultFullFlushFlag = fullFlush;
  this._info = options?.info;
  this._maxOutputLength = settings.maxOutputLength;
  this._rejectGarbageAfterEnd = options?.rejectGarbageAfterEnd === true;
}
inherit(ZlibBase, Transform);

const methods = {
  get _closed() { return this._handle === null; },

  // Not used here, but by packages that reimplement the processing of a stream.
  get _writeState() { return this._handle?.state; },
  get _outBuffer() { return Buffer.allocUnsafe(this._chunkSize); },

  reset() {
    if (this._handle === null) throw new errors.ERR_INTERNAL_ASSERTION('zlib binding closed');
    this._handle.reset();
  },

  _flush(callback) { this._transform(Buffer.alloc(0), '', callback); },

  // The last chunk was processed with the finish flag; see _transform().
  _final(callback) { callback(); },

  flush(kind, callback) {
    if (typeof kind === 'function' || (kind === undefined && callback === undefined)) {
      callback = kind;
      kind = this._defaultFullFlushFlag;
    }
    if (this.writableFinished) {
      if (callback) nextTick(callback);
    } else if (this.writableEnded) {
      if (callback) this.once('end', callback);
    } else {
      this.write(flushChunks[kind], '', callback);
    }
  },

  close(callback) {
    if (callback) require('stream').finished(this, () => callback());
    this.destroy();
  },

  _destroy(error, callback) {
    closeHandle(this);
    callback(error);
  },

  _transform(chunk, _encoding, callback) {
    let flag = this._defaultFlushFlag;
    if (typeof chunk[kFlushFlag] === 'number') flag = chunk[kFlushFlag];
    else if (this.writableEnded && this.writableLength === chunk.byteLength) flag = this._maxFlush(flag, this._finishFlushFlag);
    processChunk(this, chunk, flag, callback);
  },

  // Processes a whole chunk synchronously, for legacy programs. With a callback, asynchronously.
  _processChunk(chunk, flag, callback) {
    if (callback) {
      processChunk(this, chunk, flag, callback);
      return undefined;
    }
    return processSync(this, chunk, flag);
  },
};
for (const key of each(reflectOwnKeys(methods))) {
  objectDefineProperty(ZlibBase.prototype, key, { __proto__: null, ...objectGetOwnPropertyDescriptor(methods, key) });
}

// Deflate and gzip.
function Deflating(options, mode) {
  const settings = readSettings(options, mode);
  call4(ZlibBase, this, options, settings, new Zlib(mode, settings), Z_FULL_FLUSH);
  this._level = settings.level;
  this._strategy = settings.strategy;
  this._mode = mode;
}
inherit(Deflating, ZlibBase);
objectAssign(Deflating.prototype, {
  _maxFlush: maxFlush,

  params(level, strategy, callback) {
    const newLevel = checkRange(level, 'level', Z_MIN_LEVEL, Z_MAX_LEVEL, Z_DEFAULT_COMPRESSION);
    const newStrategy = checkRange(strategy, 'strategy', Z_DEFAULT_STRATEGY, Z_FIXED, Z_DEFAULT_STRATEGY);
    if (this._level === level && this._strategy === strategy) {
      nextTick(callback);
      return;
    }
    // Flush what was written before with the old parameters.
    this.flush(Z_SYNC_FLUSH, () => {
      if (this._handle === null) return;
      try {
        this._handle.params(newLevel, newStrategy);
      } catch (error) {
        this.destroy(error);
        return;
      }
      this._level = newLevel;
      this._strategy = newStrategy;
      callback?.();
    });
  },
});

// Brotli.
function Brotli(options, mode) {
  const compresses = mode === BROTLI_ENCODE;
  const settings = readBrotliSettings(options, compresses);
  const handle = new (compresses ? BrotliEncoder : BrotliDecoder)(settings.parameters);
  call4(ZlibBase, this, options, settings, handle, BROTLI_OPERATION_FLUSH);
}
inherit(Brotli, ZlibBase);
Brotli.prototype._maxFlush = mathMax;

function inherit(Class, Base) {
  objectSetPrototypeOf(Class, Base);
  objectSetPrototypeOf(Class.prototype, Base.prototype);
}

// A step in progress keeps the codec until it ends.
function closeHandle(stream) {
  const handle = stream._handle;
  stream._handle = null;
  handle?.close();
}

function processChunk(stream, chunk, flag, callback) {
  let from = 0;
  const next = () => {
    const handle = stream._handle;
    if (handle === null) {
      nextTick(callback);
      return;
    }
    handle.step(flag, chunk, from, stream._chunkSize - stream._outOffset, (error, step) => {
      // Destroyed meanwhile.
      if (stream._handle === null) callback();
      else if (error) stream.destroy(error);
      else afterStep(step);
    });
  };
  const afterStep = ({ consumed, output, isEnd, isFull }) => {
    from += consumed;
    stream.bytesWritten += consumed;
    let wantsMore = true;
    if (output.length > 0) {
      stream._outOffset = isFull ? 0 : stream._outOffset + output.length;
      wantsMore = stream.push(output);
    }
    if (stream.destroyed) callback();
    else if (isEnd && from < chunk.length) onTrailingGarbage(stream, callback);
    else if (!isFull && from >= chunk.length) callback();
    else if (wantsMore) next();
    else resumeOnRead(stream, next);
  };
  next();
}

// Continues when the stream is read again.
function resumeOnRead(stream, next) {
  const read = stream._read;
  stream._read = (size) => {
    stream._read = read;
    next();
    stream._read(size);
  };
}

// There is input after the end of the compressed data.
function onTrailingGarbage(stream, callback) {
  if (stream._rejectGarbageAfterEnd) {
    stream.destroy(new errors.ERR_TRAILING_JUNK_AFTER_STREAM_END());
    return;
  }
  stream.push(null);
  callback();
}

function processSync(stream, chunk, flag) {
  const handle = stream._handle;
  if (handle === null) throw new Error('zlib binding closed');
  const chunks = [];
  let total = 0;
  let from = 0;
  for (;;) {
    const output = Buffer.allocUnsafeSlow(stream._chunkSize);
    const { consumed, produced, isEnd } = handle.stepSync(flag, chunk, from, output);
    from += consumed;
    stream.bytesWritten += consumed;
    total += produced;
    if (total > stream._maxOutputLength) {
      closeHandle(stream);
      throw new errors.ERR_BUFFER_TOO_LARGE(stream._maxOutputLength);
    }
    if (produced > 0) arrayPush(chunks, output.subarray(0, produced));
    if (isEnd && from < chunk.length && stream._rejectGarbageAfterEnd) throw new errors.ERR_TRAILING_JUNK_AFTER_STREAM_END();
    if (isEnd || produced < output.length) break;
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, total);
}

// ---- the classes, and the functions for a whole buffer

const KINDS = ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'];

function bytesOf(input, name = 'buffer') {
  if (typeof input === 'string') return Buffer.from(input);
  if (arrayBufferStaticIsView(input)) return Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (input instanceof ArrayBuffer) return Buffer.from(input);
  throw new errors.ERR_INVALID_ARG_TYPE(name, KINDS, input);
}

function zlibBufferSync(stream, buffer) {
  const bytes = bytesOf(buffer);
  let result;
  try {
    result = processSync(stream, bytes, stream._finishFlushFlag);
  } finally {
    closeHandle(stream);
  }
  return stream._info ? { buffer: result, engine: stream } : result;
}

function zlibBuffer(stream, buffer, callback) {
  const chunks = [];
  let total = 0;
  stream.on('data', (chunk) => {
    arrayPush(chunks, chunk);
    total += chunk.length;
    if (total > stream._maxOutputLength) stream.destroy(new errors.ERR_BUFFER_TOO_LARGE(stream._maxOutputLength));
  });
  stream.on('error', (error) => callback(error));
  stream.on('end', () => {
    const result = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, total);
    stream.destroy();
    callback(null, stream._info ? { buffer: result, engine: stream } : result);
  });
  stream.end(buffer);
}

let hasWarned = false;

function warnWithoutNew(name) {
  if (hasWarned) return;
  hasWarned = true;
  globals.process.emitWarning(`Instantiating ${name} without the 'new' keyword has been deprecated.`, 'DeprecationWarning', 'DEP0184');
}

// Callable without `new`.
function classOf(name, Base, mode) {
  const Class = {
    [name]: function (options) {
      if (!(this instanceof Class)) {
        warnWithoutNew(name);
        return new Class(options);
      }
      call2(Base, this, options, mode);
      return undefined;
    },
  }[name];
  inherit(Class, Base);
  return Class;
}

const functionOf = (Class) => function (buffer, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = {};
  }
  validateFunction(callback, 'callback');
  zlibBuffer(new Class(options), buffer instanceof ArrayBuffer ? Buffer.from(buffer) : buffer, callback);
};

const syncFunctionOf = (Class) => function (buffer, options) {
  return zlibBufferSync(new Class(options), buffer);
};

// `value` is the CRC of the preceding data.
function crc32(data, value = 0) {
  if (typeof data !== 'string' && !arrayBufferStaticIsView(data)) {
    throw new errors.ERR_INVALID_ARG_TYPE('data', ['Buffer', 'TypedArray', 'DataView', 'string'], data);
  }
  validateUint32(value, 'value');
  return crc32Of(data, value);
}

const engines = { Deflate: DEFLATE, Inflate: INFLATE, Gzip: GZIP, Gunzip: GUNZIP, DeflateRaw: DEFLATERAW, InflateRaw: INFLATERAW, Unzip: UNZIP,
  BrotliCompress: BROTLI_ENCODE, BrotliDecompress: BROTLI_DECODE };

module.exports = { crc32 };
for (const { 0: name, 1: mode } of each(objectEntries(engines))) {
  const Class = classOf(name, stringStartsWith(name, 'Brotli') ? Brotli : Deflating, mode);
  const lower = stringToLowerCase(name[0]) + sliceOf(name, 1);
  module.exports[name] = Class;
  module.exports[lower] = functionOf(Class);
  module.exports[`${lower}Sync`] = syncFunctionOf(Class);
  module.exports[`create${name}`] = (options) => new Class(options);
}
objectAssign(module.exports, unimplementedAll('zlib', ['ZstdCompress', 'ZstdDecompress', 'zstdCompress', 'zstdCompressSync', 'zstdDecompress',
  'zstdDecompressSync', 'createZstdCompress',
  'createZstdDecompress', 'ZipEntry', 'ZipFile', 'ZipBuffer', 'createZipArchive', 'createZipArchiveSync', 'zipFiles',
  'getMaxZipContentSize', 'setMaxZipContentSize']));
// The constants are also properties of the module, as before `zlib.constants`; not those of Brotli, which were added later.
for (const name of each(objectKeys(constants))) {
  if (stringStartsWith(name, 'BROTLI')) continue;
  objectDefineProperty(module.exports, name, { __proto__: null, enumerable: false, value: constants[name] });
}
for (const { 0: name, 1: value } of each(objectEntries({ constants, codes }))) {
  objectDefineProperty(module.exports, name, { __proto__: null, enumerable: true, value });
}
