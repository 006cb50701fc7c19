'use strict';
// CompressionStream and DecompressionStream: a node:zlib stream as a pair of web streams. zlib's errors for bad data become a
// TypeError, as the standard requires, with the original error as its cause.

const { arrayBufferStaticIsView, objectAssign, reflectApply } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { call2 } = require('core/safe/calls');
const { codes } = require('core/errors');
const { isSharedArrayBuffer } = require('util/types');
const { customInspect, defineInterface, inspectInterface } = require('web_streams/interface');

const FACTORIES = {
  __proto__: null,
  'gzip': ['createGzip', 'createGunzip'],
  'deflate': ['createDeflate', 'createInflate'],
  'deflate-raw': ['createDeflateRaw', 'createInflateRaw'],
  'brotli': ['createBrotliCompress', 'createBrotliDecompress'],
};

function factoriesOf(format, name) {
  const factories = FACTORIES[`${format}`];
  if (factories !== undefined) return factories;
  const error = new codes.ERR_INVALID_ARG_VALUE('format', format);
  error.message = `Failed to construct '${name}': 1st argument '${format}' is not a valid enum value of type CompressionFormat.`;
  throw error;
}

// Errors of zlib have an errno; others (an invalid chunk, the reason of an abort) are passed on.
function toTypeError(error) {
  if (typeof error?.errno !== 'number') return error;
  return objectAssign(new TypeError('', { cause: error }), { code: error.code });
}

// An invalid chunk errors both sides, and so does shared memory, which another thread could change meanwhile.
function strictWrite(write) {
  return function(chunk, ...rest) {
    try {
      if (arrayBufferStaticIsView(chunk) && isSharedArrayBuffer(chunk.buffer)) {
        throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], chunk.buffer);
      }
      return reflectApply(write, this, [chunk, ...each(rest)]);
    } catch (error) {
      this.destroy(error);
      throw error;
    }
  };
}

function toWebPair(stream) {
  const { destroy, write } = stream;
  stream.destroy = function(error, callback) { return call2(destroy, this, toTypeError(error), callback); };
  stream.write = strictWrite(write);
  return require('web_streams/node_duplex').duplexToWeb(stream);
}

class CompressionStream {
  #transform;

  constructor(format) {
    const { 0: compress } = factoriesOf(format, 'CompressionStream');
    this.#transform = toWebPair(require('zlib')[compress]());
  }

  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }

  [customInspect](depth, options) {
    const { readable, writable } = this;
    return inspectInterface(this, { readable, writable }, depth, options);
  }
}

class DecompressionStream {
  #transform;

  constructor(format) {
    const { 1: decompress } = factoriesOf(format, 'DecompressionStream');
    this.#transform = toWebPair(require('zlib')[decompress]({ rejectGarbageAfterEnd: true }));
  }

  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }

  [customInspect](depth, options) {
    const { readable, writable } = this;
    return inspectInterface(this, { readable, writable }, depth, options);
  }
}

defineInterface(CompressionStream, ['readable', 'writable']);
defineInterface(DecompressionStream, ['readable', 'writable']);

module.exports = { CompressionStream, DecompressionStream };
