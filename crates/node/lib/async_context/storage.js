'use strict';
// AsyncLocalStorage: a value that follows the calls, callbacks and promises started while it is set.

const { objectFreeze, objectIs, reflectApply } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { AsyncContextFrame } = require('async_context/frame');
const { recordReturned } = require('async_context/rejection_context');
const { validateObject } = require('core/validate');

const NO_OPTIONS = objectFreeze({ __proto__: null });

class AsyncLocalStorage {
  #defaultValue;
  #name;

  constructor(options = NO_OPTIONS) {
    validateObject(options, 'options');
    this.#defaultValue = options.defaultValue;
    if (options.name !== undefined) this.#name = `${options.name}`;
    require('async_context/promises').install();
  }

  get name() { return this.#name || ''; }

  static bind(fn) {
    return require('async_context/resource').AsyncResource.bind(fn);
  }

  static snapshot() {
    return AsyncLocalStorage.bind((callback, ...values) => callback(...each(values)));
  }

  disable() {
    __hexloop_context__?.delete(this);
  }

  enterWith(store) {
    __hexloop_context__ = new AsyncContextFrame(this, store);
  }

  // Changes to other stores stay, so the previous frame is not simply restored, unless there was none.
  run(store, callback, ...values) {
    const before = this.getStore();
    if (objectIs(before, store)) return recordReturned(reflectApply(callback, null, values));
    const frameBefore = __hexloop_context__;
    const frame = __hexloop_context__ = new AsyncContextFrame(this, store);
    try {
      return recordReturned(reflectApply(callback, null, values));
    } finally {
      if (frameBefore === null && __hexloop_context__ === frame) __hexloop_context__ = null;
      else this.enterWith(before);
    }
  }

  exit(callback, ...values) {
    return this.run(undefined, callback, ...each(values));
  }

  getStore() {
    const found = __hexloop_context__ === null ? null : __hexloop_context__.find(this);
    return found === null ? this.#defaultValue : found.value;
  }

  withScope(store) {
    return new RunScope(this, store);
  }
}

class RunScope {
  #storage;
  #before;
  #disposed = false;

  constructor(storage, store) {
    this.#storage = storage;
    this.#before = storage.getStore();
    storage.enterWith(store);
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#storage.enterWith(this.#before);
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

module.exports = { AsyncLocalStorage };
