'use strict';
// Storage and sessionStorage: strings by name, for the lifetime of the process. Names are also properties.
//
// localStorage needs a file, and there is no option for it: it is undefined, as in Node without --localstorage-file.

const { concatOf } = require('core/safe/lists');
const { SafeMap, SafeSet, SafeWeakMap } = require('core/safe/collections');
const { each, keysOf } = require('core/safe/walk');
const {
  objectCreate, objectDefineProperty, objectEntries, reflectDefineProperty, reflectDeleteProperty, reflectGet,
  reflectGetOwnPropertyDescriptor, reflectHas, reflectOwnKeys, reflectSet,
} = require('core/intrinsics');
const globals = require('globals');
const { codedError } = require('core/errors');

// The total length of names and values, in characters.
const QUOTA = 10 * 1024 * 1024;
const contents = new SafeWeakMap();
const MEMBERS = new SafeSet(['length', 'clear', 'getItem', 'key', 'removeItem', 'setItem', 'constructor']);

function Storage() {
  throw codedError('ERR_ILLEGAL_CONSTRUCTOR', Error, 'Illegal constructor');
}

function itemsOf(storage) {
  const items = contents.get(storage);
  if (items === undefined) throw new TypeError('Illegal invocation');
  return items;
}

function checkCount(args, count, method) {
  if (args.length >= count) return;
  const message = `Failed to execute '${method}' on 'Storage': ${count} argument${count > 1 ? 's' : ''} required`;
  throw codedError('ERR_MISSING_ARGS', TypeError, message);
}

function setItem(items, key, value) {
  let size = key.length + value.length - (items.has(key) ? key.length + items.get(key).length : 0);
  for (const { 0: name, 1: text } of each(items)) size += name.length + text.length;
  if (size > QUOTA) {
    const { QuotaExceededError } = require('core/dom_exception');
    throw new QuotaExceededError('Setting the value exceeded the quota');
  }
  items.set(key, value);
}

const methods = {
  clear() {
    itemsOf(this).clear();
  },

  getItem(...args) {
    checkCount(args, 1, 'getItem');
    return itemsOf(this).get(`${args[0]}`) ?? null;
  },

  key(...args) {
    checkCount(args, 1, 'key');
    return keysOf(itemsOf(this))[Number(args[0]) >>> 0] ?? null;
  },

  removeItem(...args) {
    checkCount(args, 1, 'removeItem');
    itemsOf(this).delete(`${args[0]}`);
  },

  setItem(...args) {
    checkCount(args, 2, 'setItem');
    setItem(itemsOf(this), `${args[0]}`, `${args[1]}`);
  },
};

objectDefineProperty(Storage.prototype, 'length', {
  __proto__: null, enumerable: true, get() { return itemsOf(this).size; },
});
for (const { 0: name, 1: method } of each(objectEntries(methods))) {
  objectDefineProperty(Storage.prototype, name, { __proto__: null, value: method, writable: true, enumerable: true, configurable: true });
}

const isItem = (items, key) => typeof key === 'string' && !MEMBERS.has(key) && items.has(key);

function makeStorage() {
  const items = new SafeMap();
  const storage = new Proxy(objectCreate(Storage.prototype), {
    get: (target, key, receiver) => (isItem(items, key) ? items.get(key) : reflectGet(target, key, receiver)),
    has: (target, key) => isItem(items, key) || reflectHas(target, key),
    set(target, key, value) {
      if (typeof key === 'symbol' || MEMBERS.has(key)) return reflectSet(target, key, value);
      setItem(items, key, `${value}`);
      return true;
    },
    defineProperty(target, key, descriptor) {
      if (typeof key === 'symbol') return reflectDefineProperty(target, key, descriptor);
      setItem(items, key, `${descriptor.value}`);
      return true;
    },
    deleteProperty: (target, key) => (isItem(items, key) ? items.delete(key) : reflectDeleteProperty(target, key)),
    ownKeys: (target) => concatOf(keysOf(items), reflectOwnKeys(target)),
    getOwnPropertyDescriptor(target, key) {
      if (!isItem(items, key)) return reflectGetOwnPropertyDescriptor(target, key);
      return { __proto__: null, value: items.get(key), writable: true, enumerable: true, configurable: true };
    },
  });
  contents.set(storage, items);
  return storage;
}

let session;

module.exports = {
  Storage,
  get sessionStorage() {
    return (session ??= makeStorage());
  },
  get localStorage() {
    globals.process.emitWarning('localStorage is not available because --localstorage-file was not provided.', 'ExperimentalWarning');
    return undefined;
  },
};
