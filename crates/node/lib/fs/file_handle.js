'use strict';
// FileHandle: an open file with promise-based operations. close() waits until nothing uses it any more: pending operations and
// streams created from it.

const globals = require('globals');
const { arrayBufferStaticIsView, objectDefineProperty } = require('core/intrinsics');
const { promiseFinally, promiseResolve, promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const native = binding('fs');
const EventEmitter = require('events');
const { codes, abortedBy } = require('core/errors');
const { kTransfer } = require('core/cloneable');
const { perform, request, isIterable } = require('fs/promisified');
const { validateBoolean, validateObject } = require('core/validate');
const { checkedRead, checkedWrite } = require('fs/read_write');
const { readOptions } = require('fs/flags');
const fsArguments = require('fs/arguments');

const kFd = Symbol('kFd');
const kRefs = Symbol('kRefs');
const kClosePromise = Symbol('kClosePromise');
const kRef = Symbol('kRef');
const kUnref = Symbol('kUnref');
const kLocked = Symbol('kLocked');
const kTransferred = Symbol('kTransferred');

class FileHandle extends EventEmitter {
  #deferredClose = null;

  constructor(fd) {
    super();
    this[kFd] = fd;
    this[kRefs] = 1;
    this[kClosePromise] = null;
    objectDefineProperty(this, kLocked, { __proto__: null, value: false, writable: true });
    objectDefineProperty(this, kTransferred, { __proto__: null, value: false, writable: true });
  }

  get fd() {
    return this[kFd];
  }

  getAsyncId() {
    return 0;
  }

  // Calls `fn` with the descriptor, which stays open meanwhile.
  async #fsCall(syscall, fn) {
    if (this[kFd] === -1) throw closedError(syscall, this[kTransferred]);
    this[kRefs]++;
    try {
      return await fn(this[kFd]);
    } finally {
      this[kUnref]();
    }
  }

  #perform(name, ...args) {
    return this.#fsCall(name, (fd) => perform(name, [fd, ...each(args)]));
  }

  [kRef]() {
    this[kRefs]++;
  }

  [kUnref]() {
    this[kRefs]--;
    if (this[kRefs] === 0 && this.#deferredClose !== null) this.#deferredClose();
  }

  chmod(mode) { return this.#perform('fchmod', mode); }
  chown(uid, gid) { return this.#perform('fchown', uid, gid); }
  datasync() { return this.#perform('fdatasync'); }
  sync() { return this.#perform('fsync'); }
  stat(options) {
    if (options?.signal === undefined) return this.#perform('fstat', options);
    return this.#fsCall('stat', async (fd) => {
      const { promiseUntilAborted, signalOf } = require('fs/abortable');
      return promiseUntilAborted(signalOf(options), () => perform('fstat', [fd, options]));
    });
  }
  truncate(length = 0) { return this.#perform('ftruncate', length); }
  utimes(atime, mtime) { return this.#perform('futimes', atime, mtime); }

  readFile(options) {
    return this.#fsCall('readFile', (fd) => require('fs/whole_file').readFilePromise(fd, options));
  }

  appendFile(data, options) { return this.writeFile(data, options); }

  writeFile(data, options) {
    return this.#fsCall('writeFile', async (fd) => {
      if (!isIterable(data)) return require('fs/whole_file').writePromise(fd, data, options, false);
      const { encoding, signal } = readOptions(options, { encoding: 'utf8' });
      for await (const chunk of data) {
        if (signal?.aborted) throw abortedBy(signal);
        const bytes = arrayBufferStaticIsView(chunk) ? fsArguments.viewOf(chunk) : globals.Buffer.from(chunk, encoding || 'utf8');
        await require('fs/whole_file').writePromise(fd, bytes, { signal }, false);
      }
      if (signal?.aborted) throw abortedBy(signal);
      return undefined;
    });
  }

  async read(buffer, offset, length, position) {
    if (!arrayBufferStaticIsView(buffer)) {
      if (buffer !== undefined && buffer !== null) validateObject(buffer, 'options');
      ({ buffer = globals.Buffer.alloc(16384), offset = 0, length = buffer.byteLength - offset, position = null } = buffer ?? {});
    } else if (offset !== null && typeof offset === 'object') {
      ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset);
    }
    length ??= buffer?.byteLength - (offset ?? 0);
    return this.#fsCall('read', async (fd) => {
      const params = checkedRead(buffer, offset, length, position);
      if (params === null) return { __proto__: null, bytesRead: 0, buffer };
      const bytes = await request(native.read, [fd, params.length, params.position]);
      fsArguments.putBytes(buffer, bytes, params.offset);
      return { __proto__: null, bytesRead: bytes.length, buffer };
    });
  }

  async write(buffer, offset, length, position) {
    return this.#fsCall('write', async (fd) => {
      const bytesWritten = await writeImpl(fd, buffer, offset, length, position);
      return { __proto__: null, bytesWritten, buffer };
    });
  }

  readv(buffers, position) {
    return this.#fsCall('readv', async (fd) => {
      const bytesRead = await promisify('readv', fd, buffers, position);
      return { __proto__: null, bytesRead, buffers };
    });
  }

  writev(buffers, position) {
    return this.#fsCall('writev', async (fd) => {
      fsArguments.buffersOf(buffers);
      const bytesWritten = buffers.length === 0 ? 0 : await promisify('writev', fd, buffers, position);
      return { __proto__: null, bytesWritten, buffers };
    });
  }

  close = () => {
    if (this[kFd] === -1) return promiseResolve();
    if (this[kClosePromise]) return this[kClosePromise];
    this[kRefs]--;
    const closing = this[kRefs] === 0 ? this.#closeNow() : new __hexloop_promise__((resolve, reject) => {
      this.#deferredClose = () => promiseThen(this.#closeNow(), resolve, reject);
    });
    this[kClosePromise] = promiseFinally(closing, () => { this[kClosePromise] = undefined; });
    this.emit('close');
    return this[kClosePromise];
  };

  #closeNow() {
    const fd = this[kFd];
    this[kFd] = -1;
    registry.unregister(this);
    return perform('close', [fd]);
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }

  [kTransfer]() {
    checkTransferable(this);
    const made = new FileHandle(this[kFd]);
    return {
      created: made,
      commit: () => {
        detach(this);
        register(made);
      },
    };
  }

  createReadStream(options = undefined) {
    return new (require('fs').ReadStream)(undefined, { ...options, fd: this });
  }

  createWriteStream(options = undefined) {
    return new (require('fs').WriteStream)(undefined, { ...options, fd: this });
  }

  readLines(options = undefined) {
    return require('readline').createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }

  readableWebStream(options = {}) {
    if (this[kFd] === -1) throw new codes.ERR_INVALID_STATE('The FileHandle is closed');
    if (this[kClosePromise]) throw new codes.ERR_INVALID_STATE('The FileHandle is closing');
    if (this[kLocked]) throw new codes.ERR_INVALID_STATE('The FileHandle is locked');
    validateObject(options, 'options');
    const { type = 'bytes', autoClose = false } = options;
    validateBoolean(autoClose, 'options.autoClose');
    if (type !== 'bytes') {
      globals.process.emitWarning('A non-"bytes" options.type has no effect. A byte-oriented steam is always created.', 'ExperimentalWarning');
    }
    this[kLocked] = true;
    return webStreamOf(this, autoClose);
  }
}

function webStreamOf(handle, autoClose) {
  const { ReadableStream } = require('stream/web');
  const { cancel } = require('web_streams/readable_operations');
  const done = async () => {
    handle[kUnref]();
    if (autoClose) await handle.close();
  };
  handle[kRef]();
  const stream = new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: 16384,
    async pull(controller) {
      const { view } = controller.byobRequest;
      const { bytesRead } = await handle.read(view, 0, view.byteLength);
      if (bytesRead === 0) {
        controller.close();
        await done();
      }
      controller.byobRequest.respond(bytesRead);
    },
    cancel: done,
  });
  // Cancels even if a reader holds the lock; the stream's own cancel() would reject then.
  handle.once('close', () => { promiseThen(cancel(stream), undefined, () => {}); });
  return stream;
}

async function writeImpl(fd, buffer, offset, length, position) {
  if (arrayBufferStaticIsView(buffer)) {
    if (buffer.byteLength === 0) return 0;
    const params = checkedWrite(buffer, offset, length, position);
    return request(native.write, [fd, fsArguments.viewOf(buffer), params.offset, params.length, params.position]);
  }
  if (typeof buffer !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
  }
  // A string is followed by a position and an encoding.
  return promisify('write', fd, buffer, offset ?? null, length ?? 'utf8');
}

// The callback form of an operation, as a promise.
function promisify(name, ...args) {
  return new __hexloop_promise__((resolve, reject) => {
    require('fs/read_write')[name](...each(args), (error, count) => (error ? reject(error) : resolve(count)));
  });
}

function closedError(syscall, isTransferred) {
  const error = new Error(isTransferred ? 'The FileHandle has been transferred' : 'file closed');
  error.code = 'EBADF';
  error.syscall = syscall;
  return error;
}

// Closes the file of a FileHandle that was collected without being closed, which is an error.
const registry = new globals.FinalizationRegistry(({ fd, path }) => {
  native.close(undefined, fd);
  const error = new Error('A FileHandle object was closed during garbage collection. This used to be allowed with a deprecation ' +
    'warning but is now considered an error. Please close FileHandle objects explicitly. ' +
    `File descriptor: ${fd}${path === undefined ? '' : ` (${path})`}`);
  error.code = 'ERR_INVALID_STATE';
  globals.setImmediate(() => { throw error; });
});

// Files of a worker are closed when it ends.
const ofWorker = binding('process').tracksFileHandles ? binding('worker') : undefined;

function register(handle, path) {
  ofWorker?.addUnmanagedFd(handle[kFd]);
  registry.register(handle, { fd: handle[kFd], path }, handle);
}

function createHandle(fd, path) {
  const handle = new FileHandle(fd);
  register(handle, path === undefined ? undefined : String(path));
  return handle;
}

// ---- transfer to another thread or object (core/cloneable)

function checkTransferable(handle) {
  const { dataCloneError } = require('core/structured_clone');
  if (handle[kRefs] > 1 || handle[kClosePromise]) throw dataCloneError('Cannot transfer FileHandle while in use');
  if (handle[kFd] === -1) throw dataCloneError('Cannot clone object of unsupported type.');
}

// Detaches the descriptor from the handle and returns it; the caller owns it from now on.
function detach(handle) {
  const fd = handle[kFd];
  registry.unregister(handle);
  handle[kFd] = -1;
  handle[kTransferred] = true;
  return fd;
}

// The handle was in a message that will never be received.
function closeAbandoned(handle) {
  native.close(undefined, detach(handle));
}

module.exports = { FileHandle, checkTransferable, closeAbandoned, detach, createHandle, kRef, kUnref };
