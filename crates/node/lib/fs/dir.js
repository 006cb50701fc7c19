'use strict';
// fs.Dir: the entries of a folder, one after the other, read in batches of `bufferSize`.

const native = binding('fs');
const { codes } = require('core/errors');
const { registerRequest } = require('loop/requests');
const { validateFunction, validateUint32 } = require('core/validate');
const { nameReader, pathOf } = require('fs/arguments');
const { fromFlat } = require('fs/dirent');
const { readOptions } = require('fs/flags');

// Node's name for what is asked of the system.
const KIND = 'FSReqCallback';

const same = (value) => value;

// A folder that nobody closed is closed with the object that stood for it.
let forgotten;
function watchOver(dir, number) {
  forgotten ??= new FinalizationRegistry((left) => {
    native.closeFolder(undefined, left);
    process.emitWarning('Closing directory handle on garbage collection');
  });
  forgotten.register(dir, number, dir);
}

class Dir {
  #number;
  #path;
  #options;
  #reader;
  #batch = [];
  #folder;
  #closed = false;
  // Callbacks that wait for the batch that is being read.
  #waiting = null;
  // Folders still to be read, with { recursive: true }.
  #folders = [];

  constructor(number, path, options) {
    if (number === undefined) throw new codes.ERR_MISSING_ARGS('handle');
    this.#number = number;
    this.#path = path;
    this.#folder = path;
    this.#options = optionsOf(options);
    this.#reader = nameReader(this.#options.encoding) ?? same;
    watchOver(this, number);
  }

  get path() {
    return this.#path;
  }

  #take(flat, folder) {
    this.#batch = fromFlat(flat, folder, this.#reader);
    if (!this.#options.recursive) return;
    for (const entry of this.#batch) if (entry.isDirectory()) this.#folders.push(require('path').join(folder, String(entry.name)));
  }

  get #batchArguments() {
    return [this.#options.bufferSize, this.#reader !== same];
  }

  read(callback) {
    return this.#readWith(callback, true);
  }

  #readWith(callback, mayThrow) {
    if (callback === undefined) return require('util/promisify').promisify((then) => this.#readWith(then, false))();
    validateFunction(callback, 'callback');
    if (this.#closed) {
      if (mayThrow) throw new codes.ERR_DIR_CLOSED();
      process.nextTick(callback, new codes.ERR_DIR_CLOSED());
      return undefined;
    }
    if (this.#waiting !== null) {
      this.#waiting.push(() => this.#readWith(callback, false));
      return undefined;
    }
    if (this.#batch.length > 0) {
      process.nextTick(callback, null, this.#batch.shift());
      return undefined;
    }
    this.#waiting = [];
    this.#readBatch((error) => {
      const others = this.#waiting;
      this.#waiting = null;
      for (const other of others) other();
      if (error) callback(error);
      else callback(null, this.#batch.shift() ?? null);
    });
    return undefined;
  }

  #readBatch(done) {
    native.readFolder(registerRequest((error, flat) => {
      if (error) {
        done(error);
        return;
      }
      this.#take(flat, this.#folder);
      if (flat.length > 0 || this.#folders.length === 0) done(null);
      else this.#enter(this.#folders.shift(), done);
    }, KIND), this.#number, ...this.#batchArguments);
  }

  // Goes on with a folder below; the one that was read to its end is closed.
  #enter(folder, done) {
    native.openFolder(registerRequest((error, number) => {
      if (error) {
        done(error);
        return;
      }
      this.#replace(number, folder);
      this.#readBatch(done);
    }, KIND), folder);
  }

  #replace(number, folder) {
    native.closeFolder(undefined, this.#number);
    forgotten.unregister(this);
    this.#number = number;
    this.#folder = folder;
    watchOver(this, number);
  }

  readSync() {
    this.#checkSync();
    while (this.#batch.length === 0) {
      const flat = native.readFolder(undefined, this.#number, ...this.#batchArguments);
      this.#take(flat, this.#folder);
      if (flat.length > 0) break;
      if (this.#folders.length === 0) return null;
      const folder = this.#folders.shift();
      this.#replace(native.openFolder(undefined, folder), folder);
    }
    return this.#batch.shift();
  }

  #checkSync() {
    if (this.#closed) throw new codes.ERR_DIR_CLOSED();
    if (this.#waiting !== null) throw new codes.ERR_DIR_CONCURRENT_OPERATION();
  }

  close(callback) {
    if (callback === undefined) {
      if (this.#closed) return Promise.reject(new codes.ERR_DIR_CLOSED());
      return new Promise((resolve, reject) => { this.close((error) => (error ? reject(error) : resolve())); });
    }
    validateFunction(callback, 'callback');
    if (this.#closed) {
      process.nextTick(callback, new codes.ERR_DIR_CLOSED());
      return undefined;
    }
    if (this.#waiting !== null) {
      this.#waiting.push(() => this.close(callback));
      return undefined;
    }
    this.#leave();
    native.closeFolder(registerRequest((error) => callback(error), KIND), this.#number);
    return undefined;
  }

  #leave() {
    this.#closed = true;
    forgotten.unregister(this);
  }

  closeSync() {
    this.#checkSync();
    this.#leave();
    native.closeFolder(undefined, this.#number);
  }

  async* entries() {
    try {
      for (let entry = await this.#readWith(undefined, false); entry !== null; entry = await this.#readWith(undefined, false)) yield entry;
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

Object.defineProperty(Dir.prototype, Symbol.asyncIterator, {
  __proto__: null, value: Dir.prototype.entries, writable: true, configurable: true,
});

function optionsOf(options) {
  options = { bufferSize: 32, ...readOptions(options, { encoding: 'utf8' }) };
  validateUint32(options.bufferSize, 'options.bufferSize', true);
  return options;
}

function opendir(path, options, callback) {
  const folder = pathOf(path);
  options = readOptions(options, { encoding: 'utf8' });
  native.openFolder(registerRequest((error, number) => {
    if (error) {
      callback(error);
      return;
    }
    callback(null, dirOver(number, path, folder, options));
  }, KIND), folder);
}

function opendirSync(path, options) {
  const folder = pathOf(path);
  options = readOptions(options, { encoding: 'utf8' });
  return dirOver(openNow(folder), path, folder, options);
}

// Node's error does not say which folder.
function openNow(folder) {
  try {
    return native.openFolder(undefined, folder);
  } catch (error) {
    const shown = require('core/system_errors').uvException({ errno: error.errno, syscall: 'opendir' });
    Error.captureStackTrace(shown, opendirSync);
    throw shown;
  }
}

// Bad options are only noticed here, as in Node; the folder must not stay open for that.
function dirOver(number, path, folder, options) {
  try {
    return new Dir(number, path instanceof Uint8Array ? path : folder, options);
  } catch (error) {
    native.closeFolder(undefined, number);
    throw error;
  }
}

module.exports = { Dir, opendir, opendirSync };
