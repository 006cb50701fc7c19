'use strict';
// node:fs. Most functions are one operation of fs/operations.js in its callback and synchronous form; what takes several
// (rm, cp, recursive readdir, glob) is written out beside this file, as an async function and a synchronous one.

const native = binding('fs');
const { expect } = require('loop/requests');
const { validateFunction } = require('core/validate');
const { operations, same } = require('fs/operations');

const exported = {};

// Several requests, one after the other, in Node: none of them shows among the active resources.
const WHOLE_FILE = new Set(['readFile', 'writeFile', 'appendFile']);
// What callbacks of these get besides the result.
const WITH_SUBJECT = new Set(['read', 'write', 'readv', 'writev']);

// Takes the callback from the end of a call's arguments.
function lastCallback(args) {
  while (args.length > 0 && args.at(-1) === undefined) args.pop();
  const callback = args.pop();
  if (typeof callback !== 'function') validateFunction(undefined, 'cb');
  return callback;
}

function callbackForm(name) {
  const operation = operations[name];
  return {
    [name](...args) {
      const callback = lastCallback(args);
      const [call, values, finish, signal] = operation(...args);
      if (signal?.aborted) {
        process.nextTick(callback, require('core/errors').abortedBy(signal));
        return;
      }
      const subject = WITH_SUBJECT.has(name) ? [args[1]] : [];
      if (call === null) {
        process.nextTick(callback, null, finish(), ...subject);
        return;
      }
      const id = expect((error, value) => {
        if (error !== null && error !== undefined) callback(error);
        else if (signal?.aborted) callback(require('core/errors').abortedBy(signal));
        else if (value === undefined && finish === same) callback(null);
        else callback(null, finish(value), ...subject);
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
      if (call === null) return finish();
      return here(exported[`${name}Sync`], () => finish(call(undefined, ...values)));
    },
  }[`${name}Sync`];
}

// The frames of this file tell nobody anything.
function here(above, fn) {
  try {
    return fn();
  } catch (error) {
    Error.captureStackTrace(error, above);
    throw error;
  }
}

for (const name of Object.keys(operations)) {
  exported[name] = callbackForm(name);
  exported[`${name}Sync`] = syncForm(name);
}

// A synchronous read goes straight into the program's memory.
exported.readSync = function readSync(fd, buffer, offsetOrOptions, length, position) {
  const [call, values, finish, , offset] = operations.read(fd, buffer, offsetOrOptions, length, position);
  if (call === null) return finish();
  const [, wanted, from] = values;
  return here(readSync, () => native.readInto(undefined, fd, require('fs/arguments').viewOf(buffer), offset, wanted, from));
};

// fs.read(fd, [options,] callback) brings its own buffer.
const readForm = exported.read;
exported.read = function read(fd, buffer, ...rest) {
  if (typeof buffer === 'function') [buffer, rest] = [undefined, [buffer]];
  if (buffer === undefined || buffer === null || (typeof buffer === 'object' && !ArrayBuffer.isView(buffer))) {
    const { buffer: own = Buffer.alloc(16384), ...where } = buffer ?? {};
    return readForm(fd, own, where, rest.at(-1) ?? undefined);
  }
  return readForm(fd, buffer, ...rest);
};
for (const name of ['read', 'write']) {
  const key = name === 'read' ? 'bytesRead' : 'bytesWritten';
  promisesAs(exported[name], name, key, 'buffer');
  promisesAs(exported[`${name}v`], `${name}v`, key, 'buffers');
}

// util.promisify(fs.read) resolves to both of its results.
function promisesAs(fn, name, first, second) {
  Object.defineProperty(fn, require('util').promisify.custom, {
    __proto__: null,
    value: (...args) => new Promise((resolve, reject) => {
      exported[name](...args, (error, result, subject) => (error ? reject(error) : resolve({ [first]: result, [second]: subject })));
    }),
  });
}

// statSync({ throwIfNoEntry: false }) answers undefined for what is not there.
for (const name of ['stat', 'lstat']) {
  const strict = exported[`${name}Sync`];
  exported[`${name}Sync`] = {
    [`${name}Sync`](path, options) {
      if (options?.throwIfNoEntry !== false) return strict(path, options);
      try {
        return strict(path, options);
      } catch (error) {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
        throw error;
      }
    },
  }[`${name}Sync`];
}

// ---- of several operations

const promises = () => require('fs/promises');

// (…, callback), from a function that promises.
function fromPromise(name, run, settled = (value) => (value === undefined ? [] : [value])) {
  return {
    [name](...args) {
      const callback = lastCallback(args);
      run(...args).then(
        (value) => process.nextTick(callback, null, ...settled(value)),
        (error) => process.nextTick(callback, error));
    },
  }[name];
}

const composite = (file, name) => {
  const load = () => require(file);
  exported[name] = fromPromise(name, (...args) => {
    load().check?.[name]?.(...args);
    return load()[name](...args);
  });
  exported[`${name}Sync`] = { [`${name}Sync`](...args) { return load()[`${name}Sync`](...args); } }[`${name}Sync`];
};

composite('fs/remove', 'rm');
composite('fs/copy', 'cp');
composite('fs/truncate', 'truncate');
composite('fs/dir', 'opendir');
composite('fs/glob', 'glob');
exported.mkdtempDisposableSync = (prefix, options) => require('fs/disposable').mkdtempDisposableSync(prefix, options);

const plainReaddir = exported.readdir;
const plainReaddirSync = exported.readdirSync;
exported.readdir = function readdir(path, options, callback) {
  if (!options?.recursive) return plainReaddir(path, options, callback ?? undefined);
  return fromPromise('readdir', require('fs/recursive_readdir').readdir)(path, options, callback);
};
exported.readdirSync = function readdirSync(path, options) {
  return options?.recursive ? require('fs/recursive_readdir').readdirSync(path, options) : plainReaddirSync(path, options);
};

// realpath follows links name by name; its native twin asks the system.
const nativeRealpath = exported.realpath;
const nativeRealpathSync = exported.realpathSync;
exported.realpath = function realpath(path, options, callback) {
  if (typeof options === 'function') [options, callback] = [undefined, options];
  validateFunction(callback, 'cb');
  const target = require('fs/arguments').pathOf(path);
  nativeRealpath(target, options, (error, found) => callback(...(error ? [asLstat(error, target)] : [null, found])));
};
exported.realpathSync = function realpathSync(path, options) {
  const target = require('fs/arguments').pathOf(path);
  try {
    return nativeRealpathSync(target, options);
  } catch (error) {
    const shown = asLstat(error, target);
    Error.captureStackTrace(shown, realpathSync);
    throw shown;
  }
};
exported.realpath.native = Object.assign(nativeRealpath, {});
exported.realpathSync.native = nativeRealpathSync;

// Node names the first part that is not there.
function asLstat(error, path) {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR' && error.code !== 'EACCES') return error;
  const { resolve, dirname } = require('path');
  let missing = resolve(path);
  while (missing !== '/' && !exists(dirname(missing))) missing = dirname(missing);
  const { uvException } = require('core/system_errors');
  return uvException({ errno: error.errno, syscall: 'lstat', path: missing });
}

const exists = (path) => exported.lstatSync(path, { throwIfNoEntry: false }) !== undefined;

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
Object.defineProperty(exported.exists, require('util').promisify.custom, {
  __proto__: null,
  value: (path) => new Promise((resolve) => exported.exists(path, resolve)),
});

Object.assign(exported, require('core/not_yet').refusingAll('fs', ['watch', 'watchFile', 'unwatchFile', 'openAsBlob']));

exported._toUnixTimestamp = require('fs/arguments').secondsOf;
exported.constants = require('fs/constants');

// What loads when it is first asked for.
const lazy = (name, load, more = {}) => Object.defineProperty(exported, name, {
  __proto__: null, enumerable: true, configurable: true, get: load, ...more,
});
lazy('Stats', () => require('fs/stats').Stats);
lazy('Dirent', () => require('fs/dirent').Dirent);
lazy('Dir', () => require('fs/dir').Dir);
lazy('promises', promises);
for (const name of ['ReadStream', 'WriteStream']) {
  const load = () => require('fs/streams')[name];
  // A program may put its own in their place.
  const replaceable = (key) => lazy(key, load, {
    set(value) { Object.defineProperty(exported, key, { value, writable: true, enumerable: true, configurable: true }); },
  });
  replaceable(name);
  replaceable(`File${name}`);
}
exported.createReadStream = function createReadStream(path, options) {
  return new exported.ReadStream(path, options);
};
exported.createWriteStream = function createWriteStream(path, options) {
  return new exported.WriteStream(path, options);
};

module.exports = exported;
