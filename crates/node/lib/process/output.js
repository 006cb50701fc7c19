'use strict';
// process.stdout and process.stderr, with the face of a Writable.
//
// Each write is made at once and whole, to files, pipes and terminals alike: what has been written is never lost, however
// the program ends. Callbacks follow as ticks. A standard stream cannot be closed: destroy() and errors emit 'close', and
// the next write is tried again. (end() does close a pipe or a terminal for this stream, as it does in Node.)

const EventEmitter = require('events');
const native = binding('stdio');
const { nextTick } = require('loop/ticks');

const HIGH_WATER_MARK = 65536;

class OutputState {
  objectMode = false;
  highWaterMark = HIGH_WATER_MARK;
  defaultEncoding = 'utf8';
  length = 0;
  corked = 0;
  needDrain = false;
  ended = false;
  finished = false;
  errorEmitted = false;
  // What cork() holds back: [chunk, callback].
  buffered = [];
  // A pipe or terminal that was ended takes no more.
  shut = false;
  errorDue = false;
  // A write failed, and 'error' has not been emitted yet.
  failing = false;
}

class StandardOutput extends EventEmitter {
  constructor(fd, type) {
    super();
    this._writableState = new OutputState();
    this.fd = fd;
    this._type = type;
    this._isStdio = true;
    this.destroySoon = this.destroy;
  }

  get writable() { return !this._writableState.ended && !this._writableState.failing; }
  get writableLength() { return this._writableState.length; }
  get writableHighWaterMark() { return this._writableState.highWaterMark; }
  get writableCorked() { return this._writableState.corked; }
  get writableEnded() { return this._writableState.ended; }
  get writableFinished() { return this._writableState.finished; }
  get writableNeedDrain() { return this._writableState.needDrain; }
  get writableObjectMode() { return false; }
  get destroyed() { return false; }
  get closed() { return false; }
  get errored() { return null; }

  setDefaultEncoding(encoding) {
    const name = String(encoding).toLowerCase();
    if (!isEncoding(name)) throw new (errors().ERR_UNKNOWN_ENCODING)(encoding);
    this._writableState.defaultEncoding = name;
    return this;
  }

  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = undefined;
    }
    const state = this._writableState;
    const data = checkedChunk(chunk, encoding || state.defaultEncoding);
    if (state.ended) {
      const error = new (errors().ERR_STREAM_WRITE_AFTER_END)();
      if (callback !== undefined) nextTick(callback, error);
      this.failWith(error);
      return false;
    }
    if (state.corked > 0) {
      state.length += byteLength(data);
      state.buffered.push([data, callback]);
      state.needDrain ||= state.length >= state.highWaterMark;
      return state.length < state.highWaterMark;
    }
    return this.put(data, callback);
  }

  // Writes now. True if all of it went.
  put(data, callback) {
    const errno = this._writableState.shut ? EPIPE : this._write(data);
    if (errno === 0) {
      if (typeof callback === 'function') nextTick(callback, null);
      return true;
    }
    this.writeFailed(errno, callback);
    return false;
  }

  // Also called by the console, which writes to the descriptor itself.
  writeFailed(errno, callback) {
    const error = this.writeError(errno);
    this._writableState.failing = true;
    nextTick(() => {
      if (typeof callback === 'function') callback(error);
      this.failWith(error);
    });
  }

  _write(data) {
    return typeof data === 'string' ? native.write(this.fd, data) : native.writeBytes(this.fd, data);
  }

  writeError(errno) {
    const { errnoException, uvException } = require('core/system_errors');
    return this._type === 'fs' ? uvException({ errno, syscall: 'write' }) : errnoException(errno, 'write');
  }

  // 'error' and 'close' as ticks, once for all writes that failed together.
  failWith(error) {
    const state = this._writableState;
    if (state.errorDue) return;
    state.errorDue = true;
    nextTick(() => {
      state.errorDue = state.failing = false;
      state.errorEmitted = true;
      this.emit('error', error);
      this.emit('close');
    });
  }

  cork() {
    this._writableState.corked++;
  }

  uncork() {
    const state = this._writableState;
    if (state.corked === 0 || --state.corked > 0) return;
    const held = state.buffered;
    state.buffered = [];
    state.length = 0;
    if (state.needDrain) {
      state.needDrain = false;
      nextTick(() => this.emit('drain'));
    }
    for (const [data, callback] of held) this.put(data, callback);
  }

  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') [chunk, callback] = [undefined, chunk];
    else if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    if (chunk !== undefined && chunk !== null) this.write(chunk, encoding);
    const state = this._writableState;
    if (state.corked > 0) {
      state.corked = 1;
      this.uncork();
    }
    if (state.ended) {
      if (typeof callback === 'function') nextTick(callback, new (errors().ERR_STREAM_ALREADY_FINISHED)('end'));
      return this;
    }
    state.ended = true;
    this.finish(callback);
    return this;
  }

  // A file is finished at once; a pipe or a terminal when the loop has turned, as after Node's shutdown request.
  finish(callback) {
    const state = this._writableState;
    const done = () => {
      if (typeof callback === 'function') callback(null);
      state.finished = true;
      this.emit('finish');
      if (this._type !== 'tty') this.close();
    };
    if (this._type === 'fs') {
      this.emit('prefinish');
      nextTick(done);
      return;
    }
    require('loop/immediates').setImmediate(() => {
      state.shut = true;
      this.emit('prefinish');
      done();
    });
  }

  // What closing a standard stream comes to: it is as new.
  close() {
    nextTick(() => {
      this._writableState.ended = this._writableState.finished = false;
      this.emit('close');
    });
  }

  destroy(error) {
    if (error) this.failWith(error);
    else this.close();
    return this;
  }

  pipe() {
    this.failWith(new (errors().ERR_STREAM_CANNOT_PIPE)());
  }

  ref() { return this; }
  unref() { return this; }
  hasRef() { return true; }
}

const EPIPE = -32;
const errors = () => require('core/errors').codes;

function isEncoding(name) {
  return name === 'utf8' || name === 'utf-8' || require('buffer').Buffer.isEncoding(name);
}

// The string or bytes to write.
function checkedChunk(chunk, encoding) {
  if (typeof chunk === 'string') {
    if (!isEncoding(encoding)) throw new (errors().ERR_UNKNOWN_ENCODING)(encoding);
    return /^utf-?8$/i.test(encoding) ? chunk : require('buffer').Buffer.from(chunk, encoding);
  }
  if (chunk === null) throw new (errors().ERR_STREAM_NULL_VALUES)();
  if (!ArrayBuffer.isView(chunk)) {
    throw new (errors().ERR_INVALID_ARG_TYPE)('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
  }
  return chunk;
}

function byteLength(data) {
  return typeof data === 'string' ? require('buffer').Buffer.byteLength(data) : data.byteLength;
}

// By the names of the classes that Node has for them.
class SyncWriteStream extends StandardOutput {}
class Socket extends StandardOutput {}

function createOutput(fd) {
  const type = native.kind(fd);
  if (type === 'tty') return new (require('process/terminal').WriteStream)(fd);
  return type === 'pipe' ? new Socket(fd, 'pipe') : new SyncWriteStream(fd, 'fs');
}

module.exports = { StandardOutput, createOutput };
