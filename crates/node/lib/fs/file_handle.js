'use strict';
// FileHandle: an open file whose operations are awaited. It closes once all that use it are done.

const EventEmitter = require('events');
const { codes } = require('core/errors');
const { perform } = require('fs/promises');
const { validateObject } = require('core/validate');

const kFd = Symbol('kFd');
const kRefs = Symbol('kRefs');
const kClosePromise = Symbol('kClosePromise');

class FileHandle extends EventEmitter {
  constructor(fd) {
    super();
    this[kFd] = fd;
    this[kRefs] = 1;
    this[kClosePromise] = null;
    this.#closeWhenFree = null;
  }

  #closeWhenFree;

  get fd() {
    return this[kFd];
  }

  getAsyncId() {
    return 0;
  }

  async #use(name, ...args) {
    if (this[kFd] === -1) throw badDescriptor(name);
    this[kRefs]++;
    try {
      return await perform(OPERATIONS[name] ?? name, [this[kFd], ...args]);
    } finally {
      this.#release();
    }
  }

  #release() {
    this[kRefs]--;
    if (this[kRefs] === 0 && this.#closeWhenFree !== null) this.#closeWhenFree();
  }

  appendFile(data, options) { return this.#use('writeFile', data, options); }
  writeFile(data, options) { return this.#writeFile(data, options); }
  chmod(mode) { return this.#use('chmod', mode); }
  chown(uid, gid) { return this.#use('chown', uid, gid); }
  datasync() { return this.#use('datasync'); }
  sync() { return this.#use('sync'); }
  stat(options) { return this.#use('stat', options); }
  truncate(length) { return this.#use('truncate', length); }
  utimes(atime, mtime) { return this.#use('utimes', atime, mtime); }
  readFile(options) { return this.#use('readFile', options); }

  async #writeFile(data, options) {
    if (data !== null && typeof data === 'object' && (data[Symbol.asyncIterator] || (data[Symbol.iterator] && !ArrayBuffer.isView(data)))) {
      const encoding = typeof options === 'string' ? options : options?.encoding;
      for await (const chunk of data) await this.#use('writeFile', chunk, encoding);
      return;
    }
    await this.#use('writeFile', data, options);
  }

  async read(buffer, offset, length, position) {
    if (buffer === undefined || buffer === null || !ArrayBuffer.isView(buffer)) {
      if (buffer !== undefined && buffer !== null) validateObject(buffer, 'options');
      ({ buffer = Buffer.alloc(16384), offset = 0, length = buffer.byteLength - offset, position = null } = buffer ?? {});
    }
    const bytesRead = await this.#use('read', buffer, offset, length, position);
    return { __proto__: null, bytesRead, buffer };
  }

  async readv(buffers, position) {
    const bytesRead = await this.#use('readv', buffers, position);
    return { __proto__: null, bytesRead, buffers };
  }

  async write(buffer, ...where) {
    if (ArrayBuffer.isView(buffer) && buffer.byteLength === 0) return { __proto__: null, bytesWritten: 0, buffer };
    const bytesWritten = await this.#use('write', buffer, ...where);
    return { __proto__: null, bytesWritten, buffer };
  }

  async writev(buffers, position) {
    if (buffers.length === 0) return { __proto__: null, bytesWritten: 0, buffers };
    const bytesWritten = await this.#use('writev', buffers, position);
    return { __proto__: null, bytesWritten, buffers };
  }

  close = () => {
    if (this[kFd] === -1) return Promise.resolve();
    if (this[kClosePromise] !== null) return this[kClosePromise];
    this[kRefs]--;
    const free = this[kRefs] === 0 ? Promise.resolve() : new Promise((resolve) => { this.#closeWhenFree = resolve; });
    this[kClosePromise] = free.then(async () => {
      const fd = this[kFd];
      this[kFd] = -1;
      try {
        await perform('close', [fd]);
      } finally {
        this[kClosePromise] = null;
      }
    });
    this.emit('close');
    return this[kClosePromise];
  };

  async [Symbol.asyncDispose]() {
    await this.close();
  }
}

// The operations of fs that take a descriptor.
const OPERATIONS = {
  __proto__: null, chmod: 'fchmod', chown: 'fchown', datasync: 'fdatasync', sync: 'fsync', stat: 'fstat', truncate: 'ftruncate',
  utimes: 'futimes',
};

function badDescriptor(name) {
  const error = new Error('file closed');
  error.code = 'EBADF';
  error.syscall = OPERATIONS[name] ?? name;
  return error;
}

module.exports = { FileHandle };
