'use strict';
// fs.ReadStream and fs.WriteStream: a file, chunk by chunk. _construct opens it, _destroy closes it; a stream destroyed during a
// read or write waits for it first, so that the descriptor is not closed during the system call.

const globals = require('globals');
const {
  arrayMap, functionBind, mathMin, objectDefineProperty, objectSetPrototypeOf, reflectApply, typedArraySlice,
} = require('core/intrinsics');
const { call1, call2 } = require('core/safe/calls');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const native = binding('fs');
const fs = require('fs');
const { registerRequest } = require('loop/requests');
const { read } = require('fs/read_write');
const { asBuffer } = require('fs/whole_file');
const { Readable, Writable, finished } = require('stream');
const { codes } = require('core/errors');
const { validateBoolean, validateFunction, validateInteger } = require('core/validate');
const { errorOrDestroy } = require('stream/destroy');
const fsArguments = require('fs/arguments');
const { readOptions } = require('fs/flags');

const kFs = Symbol('kFs');
const kIsPerformingIO = Symbol('kIsPerformingIO');
const kIoDone = Symbol('kIoDone');

// What both share: the path or descriptor, the fs functions to call, the stream options.
function prepare(stream, path, options, defaultFlags, checkMethods) {
  if (options.windowsHandle !== undefined && options.windowsHandle !== null) {
    if (options.fd !== undefined && options.fd !== null) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('windowsHandle', 'fd');
    throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('windowsHandle');
  }
  if (options.autoDestroy === undefined) options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  if (options.fd === undefined || options.fd === null) {
    stream.fd = null;
    stream[kFs] = options.fs || fs;
    validateFunction(stream[kFs].open, 'options.fs.open');
    stream.path = require('url/file_urls').toPathIfFileURL(path);
    stream.flags = options.flags === undefined ? defaultFlags : options.flags;
    stream.mode = options.mode === undefined ? 0o666 : options.mode;
    fsArguments.pathOf(stream.path);
  } else {
    importFd(stream, options);
  }
  checkMethods(stream[kFs]);
  if (options.autoDestroy) validateFunction(stream[kFs].close, 'options.fs.close');
  stream[kIsPerformingIO] = false;
}

// A descriptor that is already open, as a number or a FileHandle.
function importFd(stream, { fd, fs: customFs }) {
  if (typeof fd === 'number') {
    stream.fd = fsArguments.descriptorOf(fd);
    stream[kFs] = customFs || fs;
    return;
  }
  const { FileHandle, kRef } = require('fs/file_handle');
  if (typeof fd !== 'object' || !(fd instanceof FileHandle)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.fd', ['number', 'FileHandle'], fd);
  }
  if (customFs) throw new codes.ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
  fsArguments.descriptorOf(fd.fd);
  stream[kFs] = fileHandleOperations(fd);
  fd[kRef]();
  fd.on('close', functionBind(stream.close, stream));
  stream.fd = fd.fd;
}

// The fs functions that streams call, implemented on a FileHandle, so that it tracks their use.
function fileHandleOperations(handle) {
  const { kUnref } = require('fs/file_handle');
  const callbackify = (promise, key, callback) => {
    promiseThen(promise,
      (result) => globals.process.nextTick(callback, null, result?.[key], result?.buffer),
      (error) => globals.process.nextTick(callback, error));
  };
  return {
    __proto__: null,
    read: (fd, buffer, offset, length, position, callback) => callbackify(handle.read(buffer, offset, length, position), 'bytesRead', callback),
    write: (fd, buffer, offset, length, position, callback) => callbackify(handle.write(buffer, offset, length, position), 'bytesWritten', callback),
    writev: (fd, buffers, position, callback) => callbackify(handle.writev(buffers, position), 'bytesWritten', callback),
    fsync: (fd, callback) => callbackify(handle.sync(), undefined, callback),
    close(fd, callback) {
      handle[kUnref]();
      callbackify(handle.close(), undefined, callback);
    },
  };
}

// The start of the range.
function setStart(stream) {
  stream.pos = undefined;
  if (stream.start === undefined) return;
  validateInteger(stream.start, 'start', 0);
  stream.pos = stream.start;
}

function openFile(callback) {
  if (typeof this.fd === 'number') {
    callback();
    return;
  }
  if (typeof this.open === 'function') {
    openLegacy(this, callback);
    return;
  }
  this[kFs].open(this.path, this.flags, this.mode, (err, fd) => {
    if (err) {
      callback(err);
      return;
    }
    this.fd = fd;
    callback();
    this.emit('open', this.fd);
    this.emit('ready');
  });
}

// Programs and packages (graceful-fs) replace `open`; theirs reports its result with events.
function openLegacy(stream, callback) {
  const { emit } = stream;
  stream.emit = function(event, value) {
    if (event === 'open') {
      this.emit = emit;
      callback();
      reflectApply(emit, this, arguments);
    } else if (event === 'error') {
      this.emit = emit;
      callback(value);
    } else {
      reflectApply(emit, this, arguments);
    }
  };
  stream.open();
}

function destroyFile(err, callback) {
  if (this[kIsPerformingIO]) this.once(kIoDone, (ioError) => closeFile(this, err || ioError, callback));
  else closeFile(this, err, callback);
}

function closeFile(stream, err, callback) {
  const { fd } = stream;
  if (!fd) {
    callback(err);
    return;
  }
  const close = (flushError) => {
    stream[kFs].close(fd, (closeError) => callback(err || flushError || closeError));
    stream.fd = null;
  };
  if (stream.flush) stream[kFs].fsync(fd, close);
  else close(null);
}

const pending = { __proto__: null, get() { return this.fd === null; }, configurable: true };

function autoCloseOf(state, name) {
  const check = (stream) => {
    if (stream[state] === undefined) throw new (require('core/errors').codes.ERR_INVALID_THIS)(name);
    return stream[state];
  };
  return {
    __proto__: null,
    get() { return check(this).autoDestroy; },
    set(value) { check(this).autoDestroy = value; },
  };
}

// ---- ReadStream

function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = { ...readOptions(options, {}) };
  if (options.highWaterMark === undefined) options.highWaterMark = 64 * 1024;
  prepare(this, path, options, 'r', ({ read }) => validateFunction(read, 'options.fs.read'));
  this.start = options.start;
  this.end = options.end ?? Infinity;
  setStart(this);
  this.bytesRead = 0;
  if (this.end !== Infinity) {
    validateInteger(this.end, 'end', 0);
    if (this.start !== undefined && this.start > this.end) {
      throw new codes.ERR_OUT_OF_RANGE('start', `<= "end" (here: ${this.end})`, this.start);
    }
  }
  call1(Readable, this, options);
}
objectSetPrototypeOf(ReadStream.prototype, Readable.prototype);
objectSetPrototypeOf(ReadStream, Readable);

objectDefineProperty(ReadStream.prototype, 'autoClose', autoCloseOf('_readableState', 'ReadStream'));
ReadStream.prototype._construct = function _construct(callback) { call1(openFile, this, callback); };

ReadStream.prototype._read = function(size) {
  const remaining = this.end - (this.pos !== undefined ? this.pos : this.bytesRead) + 1;
  size = mathMin(remaining, size);
  if (size <= 0) {
    this.push(null);
    return;
  }
  this[kIsPerformingIO] = true;
  // With the built-in fs, the buffer that Rust read into becomes the chunk: nothing to zero, nothing to copy.
  if (this[kFs] === fs && fs.read === read) {
    const position = this.pos === undefined ? -1 : this.pos;
    native.read(registerRequest((err, bytes) => onRead(this, err, err ? 0 : bytes.length, err ? null : asBuffer(bytes)), 'FSReqCallback'), this.fd, size, position);
    return;
  }
  const buffer = globals.Buffer.allocUnsafeSlow(size);
  this[kFs].read(this.fd, buffer, 0, size, this.pos, (err, count) => onRead(this, err, count, buffer));
};

function onRead(stream, err, count, buffer) {
  stream[kIsPerformingIO] = false;
  if (stream.destroyed) stream.emit(kIoDone, err);
  else if (err) errorOrDestroy(stream, err);
  else if (count > 0) pushChunk(stream, buffer, count);
  else stream.push(null);
}

function pushChunk(stream, buffer, count) {
  if (stream.pos !== undefined) stream.pos += count;
  stream.bytesRead += count;
  // A short read must not keep a large buffer alive.
  stream.push(count === buffer.length ? buffer : typedArraySlice(buffer, 0, count));
}

ReadStream.prototype._destroy = function(err, callback) {
  call2(destroyFile, this, err, callback);
};
ReadStream.prototype.close = function(callback) {
  if (callback) finished(this, callback);
  this.destroy();
};
objectDefineProperty(ReadStream.prototype, 'pending', pending);

// ---- WriteStream

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = { ...readOptions(options, {}) };
  // Convert strings to bytes.
  options.decodeStrings = true;
  prepare(this, path, options, 'w', ({ write, writev }) => {
    if (write || !writev) validateFunction(write, 'options.fs.write');
    if (writev) validateFunction(writev, 'options.fs.writev');
  });
  this.flush = options.flush ?? false;
  validateBoolean(this.flush, 'options.flush');
  // A custom fs may lack one of the two.
  if (!this[kFs].writev) this._writev = null;
  this.start = options.start;
  setStart(this);
  this.bytesWritten = 0;
  call1(Writable, this, options);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
objectSetPrototypeOf(WriteStream.prototype, Writable.prototype);
objectSetPrototypeOf(WriteStream, Writable);

objectDefineProperty(WriteStream.prototype, 'autoClose', autoCloseOf('_writableState', 'WriteStream'));
WriteStream.prototype._construct = function _construct(callback) { call1(openFile, this, callback); };

const MAX_EMPTY_WRITES = 5;

// Repeats partial writes.
function writeAll(stream, chunks, position, callback, emptyWrites = 0) {
  const size = sizeOf(chunks);
  send(stream, chunks, position, (err, written) => {
    if (err?.code === 'EAGAIN') {
      err = null;
      written = 0;
    }
    if (stream.destroyed || err) {
      callback(err || new codes.ERR_STREAM_DESTROYED('write'));
      return;
    }
    stream.bytesWritten += written;
    emptyWrites = written ? 0 : emptyWrites + 1;
    if (emptyWrites > MAX_EMPTY_WRITES) {
      callback(new Error('write failed'));
    } else if (written < size) {
      const remaining = globals.Buffer.concat(chunks).subarray(written);
      writeAll(stream, [remaining], position === undefined ? undefined : position + written, callback, emptyWrites);
    } else {
      callback();
    }
  });
}

function send(stream, chunks, position, callback) {
  const { write } = stream[kFs];
  if (chunks.length === 1 && write) stream[kFs].write(stream.fd, chunks[0], 0, chunks[0].length, position, callback);
  else stream[kFs].writev(stream.fd, chunks, position, callback);
}

function sizeOf(chunks) {
  let size = 0;
  for (const chunk of each(chunks)) size += chunk.length;
  return size;
}

function perform(stream, chunks, callback) {
  stream[kIsPerformingIO] = true;
  writeAll(stream, chunks, stream.pos, (err) => {
    stream[kIsPerformingIO] = false;
    // The write's own callback first, then a pending close.
    const { destroyed } = stream;
    callback(err);
    if (destroyed) stream.emit(kIoDone, err);
  });
  if (stream.pos !== undefined) stream.pos += sizeOf(chunks);
}

WriteStream.prototype._write = function(data, encoding, callback) {
  perform(this, [data], callback);
};

WriteStream.prototype._writev = function(requests, callback) {
  perform(this, arrayMap(requests, ({ chunk }) => chunk), callback);
};

WriteStream.prototype._destroy = function(err, callback) {
  call2(destroyFile, this, err, callback);
};
WriteStream.prototype.close = function(callback) {
  if (callback) {
    if (this.closed) {
      globals.process.nextTick(callback);
      return;
    }
    this.on('close', callback);
  }
  // Without autoClose nothing else destroys the stream.
  if (!this.autoClose) this.on('finish', this.destroy);
  this.end();
};
WriteStream.prototype.destroySoon = WriteStream.prototype.end;
objectDefineProperty(WriteStream.prototype, 'pending', pending);

module.exports = { ReadStream, WriteStream };
