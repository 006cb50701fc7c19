'use strict';
// readFile, writeFile and appendFile, in their three forms: one job on the thread pool, or one native call.
//
// Small files read synchronously share a buffer pool, of which each result is a slice, as with Buffer.allocUnsafe():
// allocating a buffer for each costs as much as two of the four system calls.

const globals = require('globals');
const { arrayBufferStaticIsView, objectSetPrototypeOf } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const native = binding('fs');
const { codes } = require('core/errors');
const { registerRequest } = require('loop/requests');
const { validateBoolean, validateFunction } = require('core/validate');
const { flagNumber, readOptions, modeNumber, O_APPEND } = require('fs/flags');
const { bytesOf, isDescriptor, descriptorOf, pathOf, viewOf } = require('fs/arguments');

const FastBuffer = globals.Buffer[Symbol.species];
const READ = flagNumber('r');

const fileOf = (path) => (isDescriptor(path) ? descriptorOf(path) : pathOf(path));
const abortedBy = (signal) => require('core/errors').abortedBy(signal);

// ---- readFile

const POOL_SIZE = 64 * 1024;
// Files up to this size are read into the pool.
const MAX_POOLED = 8 * 1024;
let pool = null;
let poolOffset = 0;

function readBytesSync(path, flags) {
  if (pool === null || poolOffset > POOL_SIZE - MAX_POOLED) {
    pool = new Uint8Array(new ArrayBuffer(POOL_SIZE));
    poolOffset = 0;
  }
  const result = native.readFileSync(path, flags, pool, poolOffset, poolOffset + MAX_POOLED);
  if (typeof result !== 'number') return asBuffer(result);
  if (result < 0) throw tooLarge(-result);
  const slice = new FastBuffer(pool.buffer, poolOffset, result);
  // Slices are aligned to eight bytes.
  poolOffset += (result + 7) & ~7;
  return slice;
}

function readUtf8Sync(path, flags) {
  const result = native.readTextSync(path, flags);
  if (typeof result === 'string') return result;
  // Node checks first whether the string would exceed the maximum length.
  if (typeof result === 'number') throw require('buffer/codec').stringTooLong();
  return asBuffer(result).toString();
}

// Changes the prototype of the array that Rust made: no copy.
const asBuffer = (bytes) => objectSetPrototypeOf(bytes, FastBuffer.prototype);

const tooLarge = (size) => new codes.ERR_FS_FILE_TOO_LARGE(size);

const BUFFERS = ['Buffer', 'TypedArray', 'DataView'];

function readFileOptions(options) {
  options = readOptions(options, { flag: 'r' });
  const { buffer } = options;
  if (buffer !== undefined && typeof buffer !== 'function' && !arrayBufferStaticIsView(buffer)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.buffer', ['Function', ...each(BUFFERS)], buffer);
  }
  return options;
}

// Copies into the program's buffer, or the one that its function returns.
function copyToUserBuffer(bytes, buffer, size) {
  let name = 'options.buffer';
  if (typeof buffer === 'function') {
    name = 'options.buffer()';
    buffer = buffer(size);
    if (!arrayBufferStaticIsView(buffer)) throw new codes.ERR_INVALID_ARG_TYPE(name, BUFFERS, buffer);
  }
  if (buffer.byteLength < bytes.length) {
    const reason = size === 0 ? 'is too small to contain the entire file' : `is smaller than the file size of ${size} bytes`;
    throw new codes.ERR_INVALID_ARG_VALUE(`${name}.byteLength`, buffer.byteLength, reason);
  }
  viewOf(buffer).set(bytes);
  return new FastBuffer(buffer.buffer, buffer.byteOffset, bytes.length);
}

// Converts Rust's result as the options request. Files in /proc and pipes have no size: the buffer function is called with 0.
function convertResult(bytes, options) {
  if (typeof bytes === 'number') throw tooLarge(bytes);
  bytes = asBuffer(bytes);
  const { encoding, buffer } = options;
  if (buffer !== undefined) bytes = copyToUserBuffer(bytes, buffer, options.sized === false ? 0 : bytes.length);
  return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
}

function readFileSync(path, options) {
  if (options === undefined && typeof path === 'string') return readBytesSync(pathOf(path), READ);
  if ((options === 'utf8' || options === 'utf-8') && typeof path === 'string') return readUtf8Sync(pathOf(path), READ);
  options = readFileOptions(options);
  const bytes = readBytesSync(fileOf(path), flagNumber(options.flag, 'options.flag'));
  if (options.buffer !== undefined) return convertResult(bytes, sizedOptions(options, path));
  const { encoding } = options;
  return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
}

function sizedOptions(options, path) {
  const fs = require('fs');
  const { size } = isDescriptor(path) ? fs.fstatSync(path) : fs.statSync(path, { throwIfNoEntry: false }) ?? {};
  return size === 0 ? { ...options, sized: false } : options;
}

function readFile(path, options, callback) {
  callback ||= options;
  validateFunction(callback, 'cb');
  if (options === callback && typeof path === 'string') {
    readAsync(pathOf(path), READ, PLAIN, callback);
    return;
  }
  options = readFileOptions(options);
  const { signal } = options;
  const file = isDescriptor(path) ? path : pathOf(path);
  const flags = flagNumber(options.flag, 'options.flag');
  if (signal?.aborted) callback(abortedBy(signal));
  else if (file < 0) globals.process.nextTick(callback, badDescriptor('fstat'));
  else readAsync(file, flags, options.buffer === undefined ? options : sizedOptions(options, path), callback);
}

const badDescriptor = (syscall) => require('core/system_errors').uvException({ errno: -9, syscall });

const PLAIN = { __proto__: null, encoding: undefined, buffer: undefined, signal: undefined };

// The provider name for async hooks; as in Node, process.getActiveResourcesInfo() does not list these requests.
const PROVIDER = 'FSReqCallback';

function readAsync(file, flags, options, callback) {
  native.readFile(registerRequest((error, bytes) => {
    if (error !== null && error !== undefined) {
      callback(error);
      return;
    }
    if (options === PLAIN && typeof bytes !== 'number') {
      callback(null, asBuffer(bytes));
      return;
    }
    let result;
    try {
      if (options.signal?.aborted) throw abortedBy(options.signal);
      result = convertResult(bytes, options);
    } catch (failure) {
      callback(failure);
      return;
    }
    callback(null, result);
  }, undefined, PROVIDER), file, flags);
}

async function readFilePromise(path, options) {
  if (options === undefined && typeof path === 'string') {
    const file = pathOf(path);
    return new __hexloop_promise__((resolve, reject) => {
      readAsync(file, READ, PLAIN, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }
  options = readFileOptions(options);
  const { signal } = options;
  if (signal?.aborted) throw abortedBy(signal);
  const file = fileOf(path);
  const flags = flagNumber(options.flag, 'options.flag');
  if (options.buffer !== undefined) options = sizedOptions(options, path);
  return new __hexloop_promise__((resolve, reject) => {
    readAsync(file, flags, options, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

// ---- writeFile, appendFile

// -> [file, bytes, flags, mode, flush], and the signal.
function writeParams(path, data, options, append) {
  options = readOptions(options, { encoding: 'utf8', mode: 0o666, flag: append ? 'a' : 'w', flush: false });
  if (append && !options.flag) options = { ...options, flag: 'a' };
  const flush = options.flush ?? false;
  validateBoolean(flush, 'options.flush');
  const flags = flagNumber(options.flag || 'w', 'options.flag') | (append ? O_APPEND : 0);
  const mode = modeNumber(options.mode, 'mode', 0o666);
  return [[path, bytesOf(data, options.encoding), flags, mode, flush], options.signal];
}

function writeSync(path, data, options, append) {
  const { 0: { 1: bytes, 2: flags, 3: mode, 4: flush } } = writeParams(path, data, options, append);
  if (flush) writeAndFlushSync(fileOf(path), bytes, flags, mode);
  else native.writeFile(undefined, fileOf(path), bytes, flags, mode, false);
}

// With `flush` open the file here and call fs.fsync, which a program may have replaced.
function writeAndFlushSync(file, bytes, flags, mode) {
  const fs = require('fs');
  const fd = typeof file === 'number' ? file : fs.openSync(file, flags, mode);
  try {
    native.writeFile(undefined, fd, bytes, flags, mode, false);
    fs.fsyncSync(fd);
  } finally {
    if (fd !== file) fs.closeSync(fd);
  }
}

function writeAndFlush(file, bytes, flags, mode, callback) {
  const fs = require('fs');
  const write = (fd) => {
    const finish = (error) => (fd === file ? callback(error) : fs.close(fd, (closing) => callback(error ?? closing)));
    native.writeFile(registerRequest((error) => (error ? finish(error) : fs.fsync(fd, finish)), undefined, PROVIDER), fd, bytes, flags, mode, false);
  };
  if (typeof file === 'number') write(file);
  else fs.open(file, flags, mode, (error, fd) => (error ? callback(error) : write(fd)));
}

function writeAsync(path, data, options, callback, append) {
  callback ||= options;
  validateFunction(callback, 'cb');
  const { 0: { 1: bytes, 2: flags, 3: mode, 4: flush }, 1: signal } = writeParams(path, data, options, append);
  const file = fileOf(path);
  if (signal?.aborted) {
    callback(abortedBy(signal));
    return;
  }
  const done = (error) => {
    if (error) callback(error);
    else if (signal?.aborted) callback(abortedBy(signal));
    else callback(null);
  };
  if (flush) writeAndFlush(file, bytes, flags, mode, done);
  else native.writeFile(registerRequest(done, undefined, PROVIDER), file, bytes, flags, mode, false);
}

function writeFile(path, data, options, callback) { writeAsync(path, data, options, callback, false); }
function appendFile(path, data, options, callback) { writeAsync(path, data, options, callback, true); }
function writeFileSync(path, data, options) { writeSync(path, data, options, false); }
function appendFileSync(path, data, options) { writeSync(path, data, options, true); }

// `target` validates the path, after the data was validated.
async function writePromise(path, data, options, append, target = fileOf) {
  const { 0: { 1: bytes, 2: flags, 3: mode, 4: flush }, 1: signal } = writeParams(path, data, options, append);
  const file = target(path);
  if (signal?.aborted) throw abortedBy(signal);
  await new __hexloop_promise__((resolve, reject) => {
    native.writeFile(registerRequest((error) => (error ? reject(error) : resolve())), file, bytes, flags, mode, flush);
  });
  if (signal?.aborted) throw abortedBy(signal);
}

module.exports = {
  readFile, readFileSync, readFilePromise, writeFile, writeFileSync, appendFile, appendFileSync, writePromise,
  asBuffer,
};
