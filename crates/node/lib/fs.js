'use strict';
// node:fs, the part that programs about scheduling need: whole files, stat, and folders, each as callback, synchronous
// and promise form. Streams, descriptors, watching and the rest are issue 4; what is not here is not exported.

const native = binding('fs');
const { expect } = require('loop/requests');
const { validateFunction } = require('core/validate');
const { flagNumber, readOptions, modeNumber, O_APPEND } = require('fs/flags');

// ---- arguments

function pathOf(path, name = 'path') {
  if (path !== null && typeof path === 'object') {
    if (path instanceof Uint8Array) path = Buffer.from(path).toString();
    else if (typeof path.href === 'string' && typeof path.pathname === 'string') path = fromUrl(path);
  }
  const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
  if (typeof path !== 'string') throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
  if (path.includes('\0')) throw new ERR_INVALID_ARG_VALUE(name, path, 'must be a string, Uint8Array, or URL without null bytes');
  return path;
}

function fromUrl(url) {
  const { ERR_INVALID_URL_SCHEME } = require('core/errors').codes;
  if (url.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
  return decodeURIComponent(url.pathname);
}

function fileOf(path) {
  if (typeof path !== 'number') return pathOf(path);
  require('core/validate').validateInt32(path, 'fd', 0);
  return path;
}

function bytesOf(data, encoding) {
  if (typeof data === 'string') return Buffer.from(data, encoding || 'utf8');
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
  throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

// ---- the operations: (arguments) -> [native function, its arguments, how to read its answer]

const same = (value) => value;

function bufferOver(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const operations = {
  readFile(path, options) {
    options = readOptions(options, { flag: 'r' });
    const { encoding } = options;
    const finish = encoding && encoding !== 'buffer' ? (bytes) => bufferOver(bytes).toString(encoding) : bufferOver;
    return [native.readFile, [fileOf(path), flagNumber(options.flag, 'options.flag')], finish, options.signal];
  },
  writeFile(path, data, options) {
    options = readOptions(options, { encoding: 'utf8', mode: 0o666, flag: 'w' });
    const flags = flagNumber(options.flag, 'options.flag');
    return [native.writeFile, [fileOf(path), bytesOf(data, options.encoding), flags, modeNumber(options.mode, 'mode', 0o666)], same, options.signal];
  },
  appendFile(path, data, options) {
    options = readOptions(options, { encoding: 'utf8', mode: 0o666, flag: 'a' });
    const flags = flagNumber(options.flag, 'options.flag') | O_APPEND;
    return [native.writeFile, [fileOf(path), bytesOf(data, options.encoding), flags, modeNumber(options.mode, 'mode', 0o666)], same];
  },
  stat: (path) => [native.stat, [pathOf(path)], (numbers) => require('fs/stats').statsFrom(numbers)],
  lstat: (path) => [native.lstat, [pathOf(path)], (numbers) => require('fs/stats').statsFrom(numbers)],
  access(path, mode = 0) {
    require('core/validate').validateInteger(mode, 'mode', 0, 7);
    return [native.access, [pathOf(path), mode], same];
  },
  mkdir(path, options) {
    const isMode = typeof options === 'number' || typeof options === 'string';
    const mode = modeNumber(isMode ? options : options?.mode, 'mode', 0o777);
    return [!isMode && options?.recursive ? native.mkdirs : native.mkdir, [pathOf(path), mode], same];
  },
  readdir(path, options) {
    options = readOptions(options, {});
    if (options.withFileTypes || options.recursive) notYet('readdir with withFileTypes or recursive');
    return [native.readdir, [pathOf(path)], same];
  },
  unlink: (path) => [native.unlink, [pathOf(path)], same],
  rmdir: (path) => [native.rmdir, [pathOf(path)], same],
  rename: (from, to) => [native.rename, [pathOf(from, 'oldPath'), pathOf(to, 'newPath')], same],
  realpath: (path) => [native.realpath, [pathOf(path)], same],
  mkdtemp: (prefix) => [native.mkdtemp, [pathOf(prefix, 'prefix')], same],
};

function notYet(what) {
  throw new Error(`fs.${what} is not there yet in Hexloop (README.md, Limits)`);
}

// ---- the three forms of each

// Several requests, one after the other, in Node: none of them shows among the active resources.
const WHOLE_FILE = new Set(['readFile', 'writeFile', 'appendFile']);

function callbackForm(name) {
  const operation = operations[name];
  return {
    [name](...args) {
      let callback = args.pop();
      while (callback === undefined && args.length > 0 && name !== 'access') callback = args.pop();
      if (typeof callback !== 'function') validateFunction(callback, 'cb');
      const [call, values, finish, signal] = operation(...args);
      if (signal?.aborted) {
        process.nextTick(callback, require('core/errors').abortedBy(signal));
        return;
      }
      const id = expect((error, value) => {
        if (error !== null && error !== undefined) callback(error);
        else if (signal?.aborted) callback(require('core/errors').abortedBy(signal));
        else if (value === undefined && finish === same) callback(null);
        else callback(null, finish(value));
      }, WHOLE_FILE.has(name) ? undefined : 'FSReqCallback');
      call(id, ...values);
    },
  }[name];
}

function syncForm(name) {
  const operation = operations[name];
  return {
    [`${name}Sync`](...args) {
      const [call, values, finish] = operation(...args);
      try {
        return finish(call(undefined, ...values));
      } catch (error) {
        // The frames of this file tell nobody anything.
        Error.captureStackTrace(error, exported[`${name}Sync`]);
        throw error;
      }
    },
  }[`${name}Sync`];
}

const exported = {};
for (const name of Object.keys(operations)) {
  exported[name] = callbackForm(name);
  exported[`${name}Sync`] = syncForm(name);
}

// statSync({ throwIfNoEntry: false }) answers undefined for what is not there.
for (const name of ['stat', 'lstat']) {
  const strict = exported[`${name}Sync`];
  exported[`${name}Sync`] = {
    [`${name}Sync`](path, options) {
      if (options?.throwIfNoEntry !== false) return strict(path);
      try {
        return strict(path);
      } catch (error) {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
        throw error;
      }
    },
  }[`${name}Sync`];
  const answer = exported[name];
  exported[name] = { [name](path, options, callback) { return answer(path, callback ?? options); } }[name];
}

exported.existsSync = function existsSync(path) {
  try {
    exported.accessSync(path);
    return true;
  } catch {
    return false;
  }
};

exported.exists = function exists(path, callback) {
  validateFunction(callback, 'cb');
  try {
    exported.access(path, (error) => callback(!error));
  } catch {
    callback(false);
  }
};

exported.constants = Object.freeze({ __proto__: null, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 });
Object.defineProperty(exported, 'Stats', { __proto__: null, enumerable: true, configurable: true, get: () => require('fs/stats').Stats });
Object.defineProperty(exported, 'promises', { __proto__: null, enumerable: true, configurable: true, get: () => require('fs/promises') });

module.exports = exported;
// For fs/promises, which shares the operations.
Object.defineProperty(module.exports, Symbol.for('hexloop.fs.operations'), { __proto__: null, value: operations });
