'use strict';
// A codec implemented in Rust (src/bindings/zlib.rs), and the errors of its status.

const { arrayFind, classUint32Array: Uint32Array, objectKeys, stringStartsWith } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('zlib');
const { Buffer } = require('buffer');
const { registerRequest } = require('loop/requests');
const { codes, constants } = require('zlib/constants');

const { BROTLI_OPERATION_FINISH, Z_BUF_ERROR, Z_FINISH, Z_NEED_DICT, Z_NO_FLUSH, Z_OK, Z_STREAM_END } = constants;

// The input of a step on the pool is copied: at most this much of it, so that not each of many steps copies all of it.
const WINDOW = 256 * 1024;

// The numbers after the output of a step on the pool.
const RESULT_SIZE = 12;

class Codec {
  constructor(id) {
    this.id = id;
    this.writeState = undefined;
  }

  // Synchronously, into `output`: { consumed, produced, isEnd }; throws.
  stepSync(flush, input, from, output) {
    const { 0: consumed, 1: produced, 2: status } = native.writeSync(this.id, flush, input, from, output);
    this.check(status, flush, produced < output.length);
    return { consumed, produced, isEnd: status === Z_STREAM_END };
  }

  // For packages that use the handle of Node's streams (pngjs): stores avail_out and avail_in in the stream's _writeState.
  writeSync(flush, input, from, length, output, start, availOut) {
    let part = input === undefined || input === null ? new Uint8Array(0) : input.subarray(from, from + length);
    // A program may pass the same memory twice; Rust borrows bytes once.
    if (part.buffer === output.buffer) part = new Uint8Array(part);
    const { consumed, produced } = this.stepSync(flush, part, 0, output.subarray(start, start + availOut));
    this.state[0] = availOut - produced;
    this.state[1] = part.length - consumed;
  }

  get state() { return (this.writeState ??= new Uint32Array(2)); }

  // done(error), or done(null, { consumed, output, isEnd, isFull })
  step(flush, input, from, availOut, done) {
    const part = input.subarray(from, from + WINDOW);
    const isLast = from + part.length === input.length;
    const flag = isLast ? flush : Z_NO_FLUSH;
    const id = registerRequest((failure, bytes) => {
      if (failure) {
        done(failure);
        return;
      }
      const numbers = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - RESULT_SIZE, RESULT_SIZE);
      const { 0: consumed, 1: produced, 2: status } =
        [numbers.getUint32(0, true), numbers.getUint32(4, true), numbers.getInt32(8, true)];
      try {
        this.check(status, flag, produced < availOut);
      } catch (error) {
        done(error);
        return;
      }
      const output = Buffer.from(bytes.buffer, bytes.byteOffset, produced);
      done(null, { consumed, output, isEnd: status === Z_STREAM_END, isFull: produced === availOut });
    }, 'Zlib');
    native.write(id, this.id, flag, part, availOut);
  }

  reset() {
    const status = native.reset(this.id);
    if (status !== Z_OK) throw failure('Failed to reset stream', status);
  }

  close() { native.close(this.id); }
}

class Zlib extends Codec {
  #hasDictionary;

  constructor(mode, { windowBits, level, memLevel, strategy, dictionary, rejectGarbageAfterEnd }) {
    const settings = [mode, windowBits, level, memLevel, strategy, rejectGarbageAfterEnd];
    super(dictionary === undefined ? native.create(...each(settings)) : native.create(...each(settings), dictionary));
    this.#hasDictionary = dictionary !== undefined;
  }

  params(level, strategy) {
    const status = native.params(this.id, level, strategy);
    if (status !== Z_OK && status !== Z_BUF_ERROR) throw failure('Failed to set parameters', status);
  }

  check(status, flush, hasAvailOut) {
    switch (status) {
      case Z_STREAM_END: return;
      case Z_OK:
      case Z_BUF_ERROR:
        if (hasAvailOut && flush === Z_FINISH) throw failure('unexpected end of file', Z_BUF_ERROR);
        return;
      case Z_NEED_DICT: throw failure(this.#hasDictionary ? 'Bad dictionary' : 'Missing dictionary', status);
      default: throw failure(native.message(this.id) ?? 'Zlib error', status);
    }
  }
}

class BrotliEncoder extends Codec {
  constructor(parameters) { super(native.createBrotli(true, ...each(parameters))); }

  check(status) {
    if (status < 0) throw failure('Compression failed', status, 'ERR_BROTLI_COMPRESSION_FAILED');
  }
}

class BrotliDecoder extends Codec {
  constructor(parameters) { super(native.createBrotli(false, ...each(parameters))); }

  check(status, flush, hasAvailOut) {
    if (status < 0) throw failure('Decompression failed', status, brotliCode(status));
    if (status === Z_OK && hasAvailOut && flush === BROTLI_OPERATION_FINISH) throw failure('unexpected end of file', Z_BUF_ERROR);
  }
}

// ERR__ERROR_FORMAT_PADDING_1 for BROTLI_DECODER_ERROR_FORMAT_PADDING_1; the two underscores are Node's.
function brotliCode(status) {
  const prefix = 'BROTLI_DECODER';
  const name = arrayFind(objectKeys(constants), (key) => stringStartsWith(key, `${prefix}_ERROR`) && constants[key] === status);
  return `ERR_${name === undefined ? '_ERROR_UNKNOWN' : sliceOf(name, prefix.length)}`;
}

function failure(message, errno, code = codes[errno]) {
  const error = new Error(message);
  error.errno = errno;
  error.code = code;
  return error;
}

module.exports = { BrotliDecoder, BrotliEncoder, Zlib, crc32: native.crc32 };
