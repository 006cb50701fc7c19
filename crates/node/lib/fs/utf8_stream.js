'use strict';
// fs.Utf8Stream: writes text (or bytes) to a file with as few writes as possible, for logs.
//
//   write(data) ──▶ #buffers ──at least minLength──▶ one write of up to maxWrite ──▶ file
//
// A string is appended to the last buffer while that stays below maxWrite; one write is in progress at a time. With
// { sync: true } writes are synchronous, otherwise they run on the thread pool.

const globals = require('globals');
const { arrayPush, arrayShift, arrayUnshift, mathMax, objectEntries } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const EventEmitter = require('events');
const { codes } = require('core/errors');
const { validateBoolean, validateFunction, validateObject, validateOneOf, validateUint32 } = require('core/validate');

const MAX_WRITE = 16 * 1024;
const RETRY_DELAY = 100;

class Utf8Stream extends EventEmitter {
  #fs;
  #fd = -1;
  #file = null;
  #options;
  #buffers = [];
  #length = 0;
  #writing = false;
  #opening = false;
  #ending = false;
  #destroyed = false;
  #isDrainScheduled = false;
  #flushes = [];
  #timer = null;

  constructor(options = {}) {
    validateObject(options, 'options');
    const { dest, fd = dest } = options;
    super();
    this.#options = validateOptions(options);
    this.#fs = { ...require('fs'), ...options.fs };
    this.on('newListener', (name) => { if (name === 'drain') this.#isDrainScheduled = false; });
    if (typeof fd === 'number') {
      this.#fd = fd;
      globals.process.nextTick(() => this.emit('ready'));
    } else if (typeof fd === 'string') {
      this.#open(fd);
    } else {
      throw new codes.ERR_INVALID_ARG_TYPE('fd', ['number', 'string'], fd);
    }
    const { minLength, maxWrite, periodicFlush } = this.#options;
    if (minLength >= maxWrite) throw tooLong(minLength, maxWrite);
    if (periodicFlush > 0) this.#timer = globals.setInterval(() => this.flush(() => {}), periodicFlush).unref();
  }

  get append() { return this.#options.append; }
  get contentMode() { return this.#options.contentMode; }
  get fd() { return this.#fd; }
  get file() { return this.#file; }
  get fsync() { return this.#options.fsync; }
  get maxLength() { return this.#options.maxLength; }
  get minLength() { return this.#options.minLength; }
  get mkdir() { return this.#options.mkdir; }
  get mode() { return this.#options.mode; }
  get periodicFlush() { return this.#options.periodicFlush; }
  get sync() { return this.#options.sync; }
  get writing() { return this.#writing || this.#opening; }

  // ---- open

  #open(file) {
    const { append, mkdir, mode, sync } = this.#options;
    this.#opening = true;
    const flags = append ? 'a' : 'w';
    const directory = require('path').dirname(file);
    if (!sync) {
      const open = (error) => (error ? this.#opened(error) : this.#fs.open(file, flags, mode, (failure, fd) => this.#opened(failure, fd, file)));
      if (mkdir) this.#fs.mkdir(directory, { recursive: true }, open);
      else open(null);
      return;
    }
    if (mkdir) this.#fs.mkdirSync(directory, { recursive: true });
    this.#opened(null, this.#fs.openSync(file, flags, mode), file);
  }

  #opened(error, fd, file) {
    this.#opening = false;
    if (error) {
      this.emit('error', error);
      return;
    }
    const before = this.#fd;
    this.#fd = fd;
    this.#file = file;
    if (before !== -1 && before !== fd) this.#fs.close(before, () => {});
    const emitReady = () => {
      if (!this.#destroyed || this.#ending) this.emit('ready');
      this.#next();
      // reopen() ends with it.
      if (before !== -1 && !this.writing) globals.process.nextTick(() => this.emit('drain'));
    };
    if (this.#options.sync) globals.process.nextTick(emitReady);
    else emitReady();
  }

  reopen(file) {
    this.#assertOpen();
    if (this.#opening) {
      this.once('ready', () => this.reopen(file));
      return;
    }
    if (this.#ending) return;
    if (!this.#file && file === undefined) throw new codes.ERR_OPERATION_FAILED('Unable to reopen a file descriptor, you must pass a file to Utf8Stream');
    if (this.#writing) this.once('drain', () => this.#open(file ?? this.#file));
    else this.#open(file ?? this.#file);
  }

  // ---- write

  #assertOpen() {
    if (this.#destroyed || this.#ending) throw new codes.ERR_INVALID_STATE('Utf8Stream is destroyed');
  }

  write(data) {
    const isText = this.#options.contentMode === 'utf8';
    if (isText ? typeof data !== 'string' : !(data instanceof Uint8Array)) {
      throw new codes.ERR_INVALID_ARG_TYPE('data', isText ? 'string' : 'Buffer', data);
    }
    this.#assertOpen();
    const { maxLength, minLength } = this.#options;
    if (maxLength && this.#length + data.length > maxLength) {
      this.emit('drop', data);
      return true;
    }
    this.#enqueue(data, isText);
    if (!this.writing && this.#length >= minLength) this.#next();
    return this.#length < mathMax(minLength, MAX_WRITE);
  }

  #enqueue(data, isText) {
    const last = this.#buffers.length - 1;
    if (isText && last >= 0 && this.#buffers[last].length + data.length <= this.#options.maxWrite) this.#buffers[last] += data;
    else arrayPush(this.#buffers, data);
    this.#length += data.length;
  }

  // The data of the next write.
  #dequeue() {
    if (this.#options.contentMode === 'utf8') {
      const text = arrayShift(this.#buffers);
      this.#length -= text.length;
      return globals.Buffer.from(text);
    }
    const parts = this.#buffers;
    this.#buffers = [];
    this.#length = 0;
    return parts.length === 1 ? parts[0] : globals.Buffer.concat(parts);
  }

  // `hasWritten`: a write has just ended, so that 'drain' follows if it was the last.
  #next(hasWritten = false) {
    if (this.writing || this.#fd === -1) return;
    if (this.#buffers.length === 0 || (this.#length < this.#options.minLength && !this.#ending && this.#flushes.length === 0)) {
      this.#onDrained(hasWritten);
      return;
    }
    this.#send(this.#dequeue());
  }

  #send(bytes) {
    this.#writing = true;
    const done = (error, written) => {
      if (error) {
        this.#onWriteError(error, bytes);
        return;
      }
      this.emit('write', written);
      if (written < bytes.length) {
        this.#send(bytes.subarray(written));
        return;
      }
      this.#writing = false;
      this.#next(true);
    };
    if (!this.#options.sync) {
      this.#fs.write(this.#fd, bytes, 0, bytes.length, null, done);
      return;
    }
    let written;
    try {
      written = this.#fs.writeSync(this.#fd, bytes);
    } catch (error) {
      done(error);
      return;
    }
    done(null, written);
  }

  // Retries if the pipe is full and the program's retryEAGAIN() agrees.
  #onWriteError(error, bytes) {
    const mayRetry = (error.code === 'EAGAIN' || error.code === 'EBUSY') &&
      this.#options.retryEAGAIN(error, bytes.length, this.#length);
    if (mayRetry) {
      globals.setTimeout(() => this.#send(bytes), RETRY_DELAY);
      return;
    }
    this.#writing = false;
    arrayUnshift(this.#buffers, this.#options.contentMode === 'utf8' ? bytes.toString() : bytes);
    this.#length += bytes.length;
    const flushes = this.#flushes;
    this.#flushes = [];
    for (const flush of each(flushes)) flush(error);
    this.emit('error', error);
  }

  #onDrained(hasWritten) {
    if (this.#ending) {
      this.#close();
      return;
    }
    const flushes = this.#flushes;
    this.#flushes = [];
    if (flushes.length > 0) this.#sync((error) => { for (const flush of each(flushes)) flush(error); });
    if (!hasWritten) return;
    if (!this.#options.sync) this.emit('drain');
    else if (!this.#isDrainScheduled) {
      this.#isDrainScheduled = true;
      globals.process.nextTick(() => this.#emitDrain());
    }
  }

  // Once for all writes of a tick; also for those before the first listener.
  #emitDrain() {
    if (this.listenerCount('drain') === 0) return;
    this.#isDrainScheduled = false;
    this.emit('drain');
  }

  #sync(callback) {
    if (this.#options.fsync) this.#fs.fsync(this.#fd, callback);
    else callback(null);
  }

  flush(callback) {
    if (callback !== undefined) validateFunction(callback, 'cb');
    if (this.#destroyed || this.#ending) {
      const error = new codes.ERR_INVALID_STATE('Utf8Stream is destroyed');
      if (!callback) throw error;
      callback(error);
      return;
    }
    if (this.#length === 0 && !this.writing) {
      callback?.();
      return;
    }
    arrayPush(this.#flushes, callback ?? (() => {}));
    this.#next();
  }

  flushSync() {
    if (this.#destroyed) throw new codes.ERR_INVALID_STATE('Utf8Stream is destroyed');
    if (this.#fd < 0) throw new codes.ERR_INVALID_STATE('Invalid file descriptor');
    while (this.#buffers.length > 0) {
      let bytes = this.#dequeue();
      while (bytes.length > 0) bytes = bytes.subarray(this.#fs.writeSync(this.#fd, bytes));
    }
    if (this.#options.fsync) this.#fs.fsyncSync(this.#fd);
  }

  // ---- end

  end() {
    this.#assertOpen();
    if (this.#opening) {
      this.once('ready', () => { if (!this.#ending && !this.#destroyed) this.end(); });
      return;
    }
    this.#ending = true;
    if (!this.#writing) this.#next();
  }

  #close() {
    if (this.#destroyed) return;
    this.#destroyed = true;
    globals.clearInterval(this.#timer);
    const closed = (error) => {
      if (error) {
        this.emit('error', error);
        return;
      }
      if (this.#ending && !this.#writing) this.emit('finish');
      this.emit('close');
    };
    const fd = this.#fd;
    this.#sync(() => {
      if (fd === 1 || fd === 2) globals.setImmediate(closed);
      else this.#fs.close(fd, closed);
    });
  }

  destroy() {
    if (!this.#destroyed) this.#close();
  }

  [Symbol.dispose]() {
    this.destroy();
  }
}

function tooLong(minLength, maxWrite) {
  const error = new RangeError(`The argument 'minLength' should be smaller than maxWrite (${maxWrite}). Received ${minLength}`);
  error.code = 'ERR_INVALID_ARG_VALUE';
  return error;
}

function validateOptions({
  minLength, maxLength, maxWrite, periodicFlush, sync = false, append = true, mkdir = false, fsync = false, mode,
  contentMode = 'utf8', retryEAGAIN = () => true, fs: customFs,
}) {
  validateUint32(mathMax(minLength || 0, MAX_WRITE + 3), 'options.hwm');
  if (minLength !== undefined) validateUint32(minLength, 'options.minLength');
  if (maxLength !== undefined) validateUint32(maxLength, 'options.maxLength');
  if (maxWrite !== undefined) validateUint32(maxWrite, 'options.maxWrite');
  if (periodicFlush !== undefined) validateUint32(periodicFlush, 'options.periodicFlush');
  for (const { 0: name, 1: value } of each(objectEntries({ sync, append, mkdir, fsync }))) validateBoolean(value, `options.${name}`);
  if (mode !== undefined) require('fs/flags').modeNumber(mode, 'mode');
  validateOneOf(contentMode, 'options.contentMode', ['buffer', 'utf8']);
  validateFunction(retryEAGAIN, 'options.retryEAGAIN');
  if (customFs !== undefined) validateObject(customFs, 'options.fs');
  return {
    minLength: minLength ?? 0, maxLength: maxLength ?? 0, maxWrite: maxWrite || MAX_WRITE, periodicFlush: periodicFlush ?? 0,
    sync, append, mkdir, fsync, mode, contentMode, retryEAGAIN,
  };
}

module.exports = { Utf8Stream };
