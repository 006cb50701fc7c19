'use strict';
// fs.Dir: the entries of a folder, one after the other. They are read when the folder is opened.

const fs = require('fs');
const { codes } = require('core/errors');
const { validateFunction, validateUint32 } = require('core/validate');
const { pathOf } = require('fs/arguments');
const { readOptions } = require('fs/flags');

class Dir {
  #path;
  #entries;
  #options;
  #next = 0;
  #closed = false;
  // Folders still to be read, with { recursive: true }.
  #folders = [];

  constructor(path, entries, options) {
    this.#path = path;
    this.#entries = entries;
    this.#options = options;
    this.#remember(path, entries);
  }

  get path() {
    return this.#path;
  }

  #remember(folder, entries) {
    if (!this.#options.recursive) return;
    const { join } = require('path');
    for (const entry of entries) if (entry.isDirectory()) this.#folders.push(join(folder, String(entry.name)));
  }

  #check() {
    if (this.#closed) throw new codes.ERR_DIR_CLOSED();
  }

  read(callback) {
    if (callback === undefined) return this.#read();
    validateFunction(callback, 'callback');
    this.#check();
    this.#read().then((entry) => process.nextTick(callback, null, entry), (error) => process.nextTick(callback, error));
    return undefined;
  }

  async #read() {
    this.#check();
    while (this.#next >= this.#entries.length && this.#folders.length > 0) {
      const folder = this.#folders.shift();
      this.#take(folder, await fs.promises.readdir(folder, { ...this.#options, withFileTypes: true, recursive: false }));
    }
    return this.#next < this.#entries.length ? this.#entries[this.#next++] : null;
  }

  readSync() {
    this.#check();
    while (this.#next >= this.#entries.length && this.#folders.length > 0) {
      const folder = this.#folders.shift();
      this.#take(folder, fs.readdirSync(folder, { ...this.#options, withFileTypes: true, recursive: false }));
    }
    return this.#next < this.#entries.length ? this.#entries[this.#next++] : null;
  }

  #take(folder, entries) {
    this.#entries = entries;
    this.#next = 0;
    this.#remember(folder, entries);
  }

  close(callback) {
    if (callback === undefined) {
      if (this.#closed) return Promise.reject(new codes.ERR_DIR_CLOSED());
      this.#closed = true;
      return new Promise((resolve) => { setImmediate(resolve); });
    }
    validateFunction(callback, 'callback');
    if (this.#closed) process.nextTick(callback, new codes.ERR_DIR_CLOSED());
    else {
      this.#closed = true;
      setImmediate(callback, null);
    }
    return undefined;
  }

  closeSync() {
    this.#check();
    this.#closed = true;
  }

  async* entries() {
    try {
      for (let entry = await this.#read(); entry !== null; entry = await this.#read()) yield entry;
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
  options = readOptions(options, { encoding: 'utf8' });
  if (options.bufferSize !== undefined) validateUint32(options.bufferSize, 'options.bufferSize', true);
  return options;
}

const asOpendir = (error) => require('core/system_errors').uvException({ errno: error.errno, syscall: 'opendir', path: error.path });

async function opendir(path, options) {
  const folder = pathOf(path);
  options = optionsOf(options);
  try {
    return new Dir(folder, await fs.promises.readdir(folder, { encoding: options.encoding, withFileTypes: true }), options);
  } catch (error) {
    throw asOpendir(error);
  }
}

function opendirSync(path, options) {
  const folder = pathOf(path);
  options = optionsOf(options);
  try {
    return new Dir(folder, fs.readdirSync(folder, { encoding: options.encoding, withFileTypes: true }), options);
  } catch (error) {
    const shown = asOpendir({ errno: error.errno });
    Error.captureStackTrace(shown, fs.opendirSync);
    throw shown;
  }
}

module.exports = { Dir, opendir, opendirSync, check: { opendir: (path, options) => { pathOf(path); optionsOf(options); } } };
