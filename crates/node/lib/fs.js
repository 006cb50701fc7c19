'use strict';
// node:fs. Most functions are one operation of fs/operations.js in its callback and synchronous form; those with overloaded
// arguments (fs/read_write.js, fs/whole_file.js) or several operations (rm, cp, glob, watch) have files of their own.

const globals = require('globals');
const { objectAssign, objectDefineProperty, objectKeys, reflectApply } = require('core/intrinsics');
const { callWith } = require('core/safe/calls');
const { SafeSet } = require('core/safe/collections');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const native = binding('fs');
const { registerRequest } = require('loop/requests');
const { validateFunction } = require('core/validate');
const { prechecks, operations, identity } = require('fs/operations');
const { descriptorOf, pathOf, toUnixTimestamp } = require('fs/arguments');

const exported = {};

// A worker tracks the descriptors that it opens.
const { tracksFileHandles: isWorker, tracksUnmanagedFds } = binding('process');
const tracked = isWorker ? require('worker/unmanaged_descriptors').ofWorker(operations, tracksUnmanagedFds) : undefined;
const operationOf = (name) => tracked?.[name] ?? operations[name];

// ---- one operation

// The minimum number of arguments before the callback, for operations with optional ones.
const MIN_ARGS = {
  __proto__: null, open: 1, access: 1, stat: 1, lstat: 1, fstat: 1, statfs: 1, symlink: 2, readlink: 1, rmdir: 1, copyFile: 2,
  mkdir: 1, readdir: 1, realpath: 1, mkdtemp: 1, ftruncate: 1,
};
// As in Node, options with a default value do not count for `length`.
const HAS_DEFAULT = new SafeSet(['stat', 'lstat', 'fstat', 'statfs', 'ftruncate']);
// These validate their callback last, all others first.
const CALLBACK_LAST = new SafeSet(['open', 'chmod']);

function callbackForm(name) {
  const operation = operationOf(name);
  const maxArgs = operation.length;
  const minArgs = MIN_ARGS[name] ?? maxArgs;
  const isLast = CALLBACK_LAST.has(name);
  const precheck = prechecks[name];
  return named(name, HAS_DEFAULT.has(name) ? 1 : maxArgs + 1, function(...args) {
    let callback = args[maxArgs];
    for (let at = minArgs; at < maxArgs; at++) {
      if (typeof args[at] === 'function') {
        callback = args[at];
        args.length = at;
        break;
      }
    }
    if (precheck !== undefined) reflectApply(precheck, undefined, args);
    if (!isLast) validateFunction(callback, 'cb');
    const { 0: call, 1: values, 2: finish } = reflectApply(operation, undefined, args);
    if (isLast) validateFunction(callback, 'cb');
    const id = registerRequest((error, value) => {
      if (error !== null && error !== undefined) callback(error);
      else if (value === undefined && finish === identity) callback(null);
      else callback(null, finish(value));
    }, 'FSReqCallback');
    callWith(call, id, values);
  });
}

function syncForm(name) {
  const operation = operationOf(name);
  return named(`${name}Sync`, HAS_DEFAULT.has(name) ? 1 : operation.length, function(...args) {
    const { 0: call, 1: values, 2: finish } = reflectApply(operation, undefined, args);
    try {
      return finish(callWith(call, undefined, values));
    } catch (error) {
      throw require('core/stack').markNative(error);
    }
  });
}

function named(name, length, fn) {
  objectDefineProperty(fn, 'name', { __proto__: null, value: name, configurable: true });
  return objectDefineProperty(fn, 'length', { __proto__: null, value: length, configurable: true });
}

for (const name of each(objectKeys(operations))) {
  exported[name] = callbackForm(name);
  exported[`${name}Sync`] = syncForm(name);
}

// The default callback throws the error, uncaught.
const closeForm = exported.close;
exported.close = function close(fd, callback = throwIfAny) { closeForm(fd, callback); };

function throwIfAny(error) {
  if (error) throw error;
}

// Two arguments are a path and a callback; with more, the third may be the callback.
const openForm = exported.open;
exported.open = function open(path, flags, mode, callback) {
  if (arguments.length < 3) {
    pathOf(path);
    openForm(path, 'r', 0o666, flags);
    return;
  }
  if (typeof mode === 'function') ({ 0: mode, 1: callback } = [undefined, mode]);
  prechecks.open(path, flags, mode);
  openForm(path, typeof flags === 'function' ? 'r' : flags, mode, callback);
};

// Its third argument is the callback unless there are four.
const symlinkForm = exported.symlink;
exported.symlink = function symlink(target, path, type, callback) {
  if (callback === undefined) ({ 0: type, 1: callback } = [undefined, type]);
  symlinkForm(target, path, type, callback);
};

// These take a signal.
for (const { 0: name, 1: checkSubject } of each([['stat', pathOf], ['lstat', pathOf], ['fstat', descriptorOf]])) {
  const form = exported[name];
  exported[name] = named(name, 1, function(subject, options, callback) {
    if (typeof options === 'function' || options?.signal === undefined) return form(subject, options, callback);
    const { signalOf, untilAborted } = require('fs/abortable');
    const signal = signalOf(options);
    validateFunction(callback, 'cb');
    checkSubject(subject);
    untilAborted(signal, callback, (finish) => form(subject, options, finish));
  });
}

// Of those with a callback, only stat returns undefined for a file that does not exist.
{
  const strict = exported.stat;
  exported.stat = named('stat', 1, function(path, options, callback) {
    if (options?.throwIfNoEntry !== false || typeof callback !== 'function') return strict(path, options, callback);
    strict(path, options, (error, stats) => {
      if (error?.code === 'ENOENT' || error?.code === 'ENOTDIR') callback(null, undefined);
      else callback(error, stats);
    });
  });
}

// statSync({ throwIfNoEntry: false }) returns undefined if the file does not exist.
for (const { 0: name, 1: ofLink } of each([['stat', false], ['lstat', true]])) {
  const strict = exported[`${name}Sync`];
  exported[`${name}Sync`] = named(`${name}Sync`, 1, function(path, options) {
    if (options === undefined || options?.throwIfNoEntry !== false) return strict(path, options);
    // Read first: a getter may call stat itself and overwrite the shared numbers.
    const { bigint } = options;
    if (!native.statNoThrow(pathOf(path), ofLink)) return undefined;
    return require('fs/stats').statsFrom(native.statValues, bigint);
  });
}

const { kCustomArguments } = require('util/promisify');
const setResultNames = (fn, ...names) => objectDefineProperty(fn, kCustomArguments, { __proto__: null, value: names });
{
  const { read, readSync, write, writeSync, readv, readvSync, writev, writevSync } = require('fs/read_write');
  objectAssign(exported, { read, readSync, write, writeSync, readv, readvSync, writev, writevSync });
  setResultNames(read, 'bytesRead', 'buffer');
  setResultNames(write, 'bytesWritten', 'buffer');
  setResultNames(readv, 'bytesRead', 'buffers');
  setResultNames(writev, 'bytesWritten', 'buffers');
}
{
  const { readFile, readFileSync, writeFile, writeFileSync, appendFile, appendFileSync } = require('fs/whole_file');
  objectAssign(exported, { readFile, readFileSync, writeFile, writeFileSync, appendFile, appendFileSync });
}

// ---- several operations

const promises = () => require('fs/promises');

// Calls back with the result of a promise.
function callbackify(promise, callback) {
  promiseThen(promise,
    (value) => (value === undefined ? globals.process.nextTick(callback, null) : globals.process.nextTick(callback, null, value)),
    (error) => globals.process.nextTick(callback, error));
}

exported.rm = function rm(path, options, callback) {
  if (typeof options === 'function') ({ 0: options, 1: callback } = [undefined, options]);
  require('fs/remove').check(path, options);
  validateFunction(callback, 'cb');
  callbackify(require('fs/remove').rm(path, options), callback);
};
exported.rmSync = function rmSync(path, options) { require('fs/remove').rmSync(path, options); };

exported.cp = function cp(from, to, options, callback) {
  if (typeof options === 'function') ({ 0: options, 1: callback } = [undefined, options]);
  validateFunction(callback, 'cb');
  require('fs/copy').check(from, to, options);
  callbackify(require('fs/copy').cp(from, to, options), callback);
};
exported.cpSync = function cpSync(from, to, options) { require('fs/copy').cpSync(from, to, options); };

exported.truncate = function truncate(path, length, callback) {
  if (typeof length === 'function') ({ 0: length, 1: callback } = [0, length]);
  if (length === undefined) length = 0;
  require('core/validate').validateInteger(length, 'len');
  validateFunction(callback, 'cb');
  pathOf(path);
  callbackify(require('fs/truncate').truncate(path, length), callback);
};
exported.truncateSync = function truncateSync(path, length) { require('fs/truncate').truncateSync(path, length); };

exported.opendir = function opendir(path, options, callback) {
  callback = typeof options === 'function' ? options : callback;
  validateFunction(callback, 'callback');
  require('fs/dir').opendir(path, typeof options === 'function' ? undefined : options, callback);
};
exported.opendirSync = function opendirSync(path, options) { return require('fs/dir').opendirSync(path, options); };

exported.glob = function glob(pattern, options, callback) {
  if (typeof options === 'function') ({ 0: options, 1: callback } = [undefined, options]);
  validateFunction(callback, 'cb');
  const query = require('fs/glob').createQuery(pattern, options);
  callbackify(require('fs/glob').globAll(query), callback);
};
exported.globSync = function globSync(pattern, options) { return require('fs/glob').globSync(pattern, options); };

exported.mkdtempDisposableSync = function mkdtempDisposableSync(prefix, options) {
  return require('fs/disposable').mkdtempDisposableSync(prefix, options);
};

const plainReaddir = exported.readdir;
const plainReaddirSync = exported.readdirSync;
exported.readdir = function readdir(path, options, callback) {
  if (typeof options === 'function' || !options?.recursive) {
    plainReaddir(path, options, callback);
    return;
  }
  validateFunction(callback, 'cb');
  operations.readdir(path, options);
  callbackify(require('fs/recursive_readdir').readdir(path, options), callback);
};
exported.readdirSync = function readdirSync(path, options) {
  if (!options?.recursive) return plainReaddirSync(path, options);
  operations.readdir(path, options);
  return require('fs/recursive_readdir').readdirSync(path, options);
};

// realpath() resolves symbolic links in JavaScript, in Node; realpath.native() calls realpath(3). Here only their errors differ.
const nativeRealpath = exported.realpath;
const nativeRealpathSync = exported.realpathSync;
exported.realpath = function realpath(path, options, callback) {
  if (typeof options === 'function') ({ 0: options, 1: callback } = [undefined, options]);
  validateFunction(callback, 'cb');
  const target = require('fs/realpath').resolvePath(path);
  nativeRealpath(target, options, (error, found) => {
    const { toLstatError, followLinks } = require('fs/realpath');
    if (error) found = error.code === 'ENOENT' ? followLinks(target) : undefined;
    if (found === undefined) callback(toLstatError(error, target));
    else callback(null, found);
  });
};
exported.realpathSync = function realpathSync(path, options) {
  const target = require('fs/realpath').resolvePath(path);
  try {
    return nativeRealpathSync(target, options);
  } catch (error) {
    const { toLstatError, followLinks } = require('fs/realpath');
    const found = error.code === 'ENOENT' ? followLinks(target) : undefined;
    if (found !== undefined) return found;
    const exception = toLstatError(error, target);
    Error.captureStackTrace(exception, realpathSync);
    throw exception;
  }
};
exported.realpath.native = nativeRealpath;
exported.realpathSync.native = nativeRealpathSync;

exported.existsSync = function existsSync(path) {
  try {
    path = pathOf(path);
  } catch (error) {
    if (error?.code === 'ERR_INVALID_ARG_TYPE') {
      require('process/warning').emitWarningOnce('Passing invalid argument types to fs.existsSync is deprecated', 'DeprecationWarning', 'DEP0187');
    }
    return false;
  }
  return native.isAccessible(path);
};

exported.exists = function exists(path, callback) {
  validateFunction(callback, 'cb');
  try {
    path = pathOf(path);
  } catch {
    callback(false);
    return;
  }
  exported.access(path, (error) => callback(!error));
};
objectDefineProperty(exported.exists, require('util/promisify').promisify.custom, {
  __proto__: null,
  value: function exists(path) { return new __hexloop_promise__((resolve) => exported.exists(path, resolve)); },
});

// ---- watching files

exported.watch = function watch(path, options, listener) { return require('fs/watch').watch(path, options, listener); };
exported.watchFile = function watchFile(path, options, listener) {
  return require('fs/watch_file').watchFile(path, options, listener);
};
exported.unwatchFile = function unwatchFile(path, listener) { require('fs/watch_file').unwatchFile(path, listener); };

exported.openAsBlob = function openAsBlob(path, options = {}) { return require('fs/blob').openAsBlob(path, options); };
exported.openAsBlobSync = function openAsBlobSync(path, options = {}) { return require('fs/blob').openAsBlobSync(path, options); };

exported._toUnixTimestamp = toUnixTimestamp;
// macOS only.
exported.lchmod = undefined;
exported.lchmodSync = undefined;
objectDefineProperty(exported, 'constants', { __proto__: null, enumerable: true, value: require('fs/constants') });

// ---- loaded on first use

// Programs may replace these.
const replaceable = (name, load) => objectDefineProperty(exported, name, {
  __proto__: null,
  enumerable: true,
  configurable: true,
  get: load,
  set(value) { objectDefineProperty(exported, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true }); },
});
let deprecatedStats;
replaceable('Stats', () => (deprecatedStats ??=
  require('util').deprecate(require('fs/stats').Stats, 'fs.Stats constructor is deprecated.', 'DEP0180')));
replaceable('Dirent', () => require('fs/dirent').Dirent);
replaceable('Dir', () => require('fs/dir').Dir);
for (const name of each(['ReadStream', 'WriteStream'])) {
  const load = () => require('fs/streams')[name];
  replaceable(name, load);
  replaceable(`File${name}`, load);
}
for (const { 0: name, 1: load } of each([['promises', promises], ['Utf8Stream', () => require('fs/utf8_stream').Utf8Stream]])) {
  objectDefineProperty(exported, name, { __proto__: null, enumerable: true, configurable: true, get: load });
}

exported.createReadStream = function createReadStream(path, options) { return new exported.ReadStream(path, options); };
exported.createWriteStream = function createWriteStream(path, options) { return new exported.WriteStream(path, options); };

module.exports = exported;
