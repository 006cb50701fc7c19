'use strict';
// fs.Dir: the entries of a directory, one at a time, read in batches of `bufferSize`.

const globals = require('globals');
const { arrayPush, arrayShift, objectDefineProperty } = require('core/intrinsics');
const { promiseReject } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const native = binding('fs');
const { codes } = require('core/errors');
const { registerRequest } = require('loop/requests');
const { validateFunction, validateUint32 } = require('core/validate');
const { nameDecoder, pathOf } = require('fs/arguments');
const { fromFlat } = require('fs/dirent');
const { readOptions } = require('fs/flags');

// Node's provider name of the request.
const PROVIDER = 'FSReqCallback';

const identity = (value) => value;

// Closes the directory of a Dir that was collected without being closed.
let registry;
function register(dir, handle) {
  registry ??= new globals.FinalizationRegistry((leaked) => {
    native.closedir(undefined, leaked);
    globals.process.emitWarning('Closing directory handle on garbage collection');
  });
  registry.register(dir, handle, dir);
}

class Dir {
  #handle;
  #path;
  #options;
  #decoder;
  #batch = [];
  #directory;
  #closed = false;
  // Callbacks that wait for the batch being read.
  #pendingCallbacks = null;
  // Subdirectories still to be read, with { recursive: true }.
  #directories = [];

  constructor(handle, path, options) {
    if (handle === undefined) throw new codes.ERR_MISSING_ARGS('handle');
    this.#handle = handle;
    this.#path = path;
    this.#directory = path;
    this.#options = optionsOf(options);
    this.#decoder = nameDecoder(this.#options.encoding) ?? identity;
    register(this, handle);
  }

  get path() {
    if (!(#path in this)) throw new codes.ERR_INVALID_THIS('Dir');
    return this.#path;
  }

  #setBatch(flat, directory) {
    this.#batch = fromFlat(flat, directory, this.#decoder);
    if (!this.#options.recursive) return;
    for (const entry of each(this.#batch)) if (entry.isDirectory()) arrayPush(this.#directories, require('path').join(directory, String(entry.name)));
  }

  get #batchArguments() {
    return [this.#options.bufferSize, this.#decoder !== identity];
  }

  read(callback) {
    return this.#readImpl(callback, true);
  }

  #readImpl(callback, mayThrow) {
    if (callback === undefined) return require('util/promisify').promisify((then) => this.#readImpl(then, false))();
    validateFunction(callback, 'callback');
    if (this.#closed) {
      if (mayThrow) throw new codes.ERR_DIR_CLOSED();
      globals.process.nextTick(callback, new codes.ERR_DIR_CLOSED());
      return undefined;
    }
    if (this.#pendingCallbacks !== null) {
      arrayPush(this.#pendingCallbacks, () => this.#readImpl(callback, false));
      return undefined;
    }
    if (this.#batch.length > 0) {
      globals.process.nextTick(callback, null, arrayShift(this.#batch));
      return undefined;
    }
    this.#pendingCallbacks = [];
    this.#readBatch((error) => {
      const retries = this.#pendingCallbacks;
      this.#pendingCallbacks = null;
      for (const retry of each(retries)) retry();
      if (error) callback(error);
      else callback(null, arrayShift(this.#batch) ?? null);
    });
    return undefined;
  }

  #readBatch(done) {
    native.readdirBatch(registerRequest((error, flat) => {
      if (error) {
        done(error);
        return;
      }
      this.#setBatch(flat, this.#directory);
      if (flat.length > 0 || this.#directories.length === 0) done(null);
      else this.#openNext(arrayShift(this.#directories), done);
    }, PROVIDER), this.#handle, ...each(this.#batchArguments));
  }

  // Continues with a subdirectory; the one that was read is closed.
  #openNext(directory, done) {
    native.opendir(registerRequest((error, handle) => {
      if (error) {
        done(error);
        return;
      }
      this.#replace(handle, directory);
      this.#readBatch(done);
    }, PROVIDER), directory);
  }

  #replace(handle, directory) {
    native.closedir(undefined, this.#handle);
    registry.unregister(this);
    this.#handle = handle;
    this.#directory = directory;
    register(this, handle);
  }

  readSync() {
    this.#checkSync();
    while (this.#batch.length === 0) {
      const flat = native.readdirBatch(undefined, this.#handle, ...each(this.#batchArguments));
      this.#setBatch(flat, this.#directory);
      if (flat.length > 0) break;
      if (this.#directories.length === 0) return null;
      const directory = arrayShift(this.#directories);
      this.#replace(native.opendir(undefined, directory), directory);
    }
    return arrayShift(this.#batch);
  }

  #checkSync() {
    if (this.#closed) throw new codes.ERR_DIR_CLOSED();
    if (this.#pendingCallbacks !== null) throw new codes.ERR_DIR_CONCURRENT_OPERATION();
  }

  close(callback) {
    if (callback === undefined) {
      if (this.#closed) return promiseReject(new codes.ERR_DIR_CLOSED());
      return new __hexloop_promise__((resolve, reject) => { this.close((error) => (error ? reject(error) : resolve())); });
    }
    validateFunction(callback, 'callback');
    if (this.#closed) {
      globals.process.nextTick(callback, new codes.ERR_DIR_CLOSED());
      return undefined;
    }
    if (this.#pendingCallbacks !== null) {
      arrayPush(this.#pendingCallbacks, () => this.close(callback));
      return undefined;
    }
    this.#markClosed();
    native.closedir(registerRequest((error) => callback(error), PROVIDER), this.#handle);
    return undefined;
  }

  #markClosed() {
    this.#closed = true;
    registry.unregister(this);
  }

  closeSync() {
    this.#checkSync();
    this.#markClosed();
    native.closedir(undefined, this.#handle);
  }

  async* entries() {
    try {
      for (let entry = await this.#readImpl(undefined, false); entry !== null; entry = await this.#readImpl(undefined, false)) yield entry;
    } finally {
      if (!this.#closed) await this.close();
    }
  }

  [Symbol.dispose]() {
    if (!this.#closed) this.closeSync();
  }

  async [Symbol.asyncDispose]() {
    if (!this.#closed) await this.close();
  }
}

objectDefineProperty(Dir.prototype, Symbol.asyncIterator, {
  __proto__: null, value: Dir.prototype.entries, writable: true, configurable: true,
});

function optionsOf(options) {
  options = { bufferSize: 32, ...readOptions(options, { encoding: 'utf8' }) };
  validateUint32(options.bufferSize, 'options.bufferSize', true);
  return options;
}

function opendir(path, options, callback) {
  const directory = pathOf(path);
  options = readOptions(options, { encoding: 'utf8' });
  native.opendir(registerRequest((error, handle) => {
    if (error) {
      callback(error);
      return;
    }
    callback(null, createDir(handle, path, directory, options));
  }, PROVIDER), directory);
}

function opendirSync(path, options) {
  const directory = pathOf(path);
  options = readOptions(options, { encoding: 'utf8' });
  return createDir(openHandleSync(directory), path, directory, options);
}

// Node's error does not contain the path.
function openHandleSync(directory) {
  try {
    return native.opendir(undefined, directory);
  } catch (error) {
    const exception = require('core/system_errors').uvException({ errno: error.errno, syscall: 'opendir' });
    Error.captureStackTrace(exception, opendirSync);
    throw exception;
  }
}

// As in Node, invalid options are detected only here; close the directory then.
function createDir(handle, path, directory, options) {
  try {
    return new Dir(handle, path instanceof Uint8Array ? path : directory, options);
  } catch (error) {
    native.closedir(undefined, handle);
    throw error;
  }
}

module.exports = { Dir, opendir, opendirSync };
