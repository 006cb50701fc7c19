'use strict';
// Calls that block the loop: files, hashing, compression, children, large JSON. The public functions of a module are replaced, when it is
// loaded, by ones that record their duration.

const log = require('trace/log');
const { watchCallbacks } = require('trace/callbacks');
const copyProperties = require('trace/copy_properties');

// In characters or bytes. Smaller data is not recorded.
const LARGE_JSON = 100 * 1024;

function timed(name, method, bytesOf) {
  const about = log.label(name);
  return copyProperties(function (...values) {
    if (!log.isOn()) return new.target === undefined ? Reflect.apply(method, this, values) : Reflect.construct(method, values);
    const began = log.native.readClock();
    let result;
    try {
      return result = Reflect.apply(method, this, values);
    } finally {
      log.native.call(about, began, log.stackSince(began), bytesOf(values, result));
    }
  }, method);
}

function sizeOf(value) {
  if (typeof value === 'string') return value.length;
  return ArrayBuffer.isView(value) ? value.byteLength : -1;
}

// The size of the result, or else of the input.
const sizeOfEither = (values, result) => {
  const size = sizeOf(result);
  return size === -1 ? sizeOf(values[1]) : size;
};

function watchSync(prefix, matches) {
  return (exports) => {
    for (const name of Object.keys(exports)) {
      const property = Object.getOwnPropertyDescriptor(exports, name);
      if (!matches(name) || typeof property.value !== 'function' || !property.configurable) continue;
      Object.defineProperty(exports, name, { __proto__: null, ...property, value: timed(`${prefix}.${name}`, property.value, sizeOfEither) });
    }
  };
}

const endsInSync = (name) => name.endsWith('Sync');

// Many random bytes; with a callback they are created on the thread pool.
function watchRandom(exports) {
  const property = Object.getOwnPropertyDescriptor(exports, 'randomBytes');
  if (typeof property?.value !== 'function' || !property.configurable) return;
  const { value: plain } = property;
  const timedRandom = timed('crypto.randomBytes', plain, sizeOfEither);
  const value = copyProperties(function (size, callback) {
    return (size >= LARGE_JSON && typeof callback !== 'function' ? timedRandom : plain).apply(this, arguments);
  }, plain);
  Object.defineProperty(exports, 'randomBytes', { __proto__: null, ...property, value });
}

function watchHashing(exports) {
  watchSync('crypto', endsInSync)(exports);
  watchRandom(exports);
  const proto = exports.Hash?.prototype;
  if (typeof proto?.update !== 'function') return;
  const { update } = proto;
  const about = log.label('crypto.Hash.update');
  Object.defineProperty(proto, 'update', {
    __proto__: null,
    configurable: true,
    writable: true,
    enumerable: true,
    value: { update(data, encoding) {
      const size = sizeOf(data);
      if (size < LARGE_JSON || !log.isOn()) return update.call(this, data, encoding);
      const began = log.native.readClock();
      const result = update.call(this, data, encoding);
      log.native.call(about, began, log.stackSince(began), size);
      return result;
    } }.update,
  });
}

// JSON is the engine's own object for every module.
function watchJson() {
  const { JSON } = require('core/json');
  const { parse, stringify } = JSON;
  const parsing = log.label('JSON.parse');
  const writing = log.label('JSON.stringify');
  const define = (name, value) => Object.defineProperty(JSON, name, { __proto__: null, value, writable: true, configurable: true });
  define('parse', { parse(text, reviver) {
    if (typeof text !== 'string' || text.length < LARGE_JSON || !log.isOn()) return parse(text, reviver);
    const began = log.native.readClock();
    try {
      return parse(text, reviver);
    } finally {
      log.native.call(parsing, began, log.stackSince(began), text.length);
    }
  } }.parse);
  define('stringify', { stringify(value, replacer, space) {
    // The size is known afterwards: the coarse clock is exact enough if nothing is recorded.
    const began = log.now();
    const text = stringify(value, replacer, space);
    if (typeof text === 'string' && text.length >= LARGE_JSON && log.isOn()) {
      log.native.call(writing, began, log.stackSince(began), text.length);
    }
    return text;
  } }.stringify);
}

const both = (watch) => (exports) => {
  watch(exports);
  watchCallbacks(exports);
};

module.exports = {
  watchJson,
  whenLoaded: {
    __proto__: null,
    fs: both(watchSync('fs', endsInSync)),
    zlib: both(watchSync('zlib', endsInSync)),
    child_process: watchSync('child_process', endsInSync),
    crypto: both(watchHashing),
    dns: watchCallbacks,
  },
};
