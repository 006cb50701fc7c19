'use strict';
// node:fs/promises: the operations of node:fs as promises, and FileHandle.

const { objectDefineProperty, reflectApply } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { isIterable, perform } = require('fs/promisified');
const { operations } = require('fs/operations');
const { codes } = require('core/errors');
const { pathOf } = require('fs/arguments');
const fs = require('fs');

const SIMPLE_OPERATIONS = ['access', 'copyFile', 'rename', 'rmdir', 'mkdir', 'readlink', 'symlink', 'lstat', 'stat', 'statfs', 'link',
  'unlink', 'chmod', 'lchown', 'chown', 'utimes', 'lutimes', 'realpath', 'mkdtemp'];
// What some validate first; readlink's error names a parameter that it does not have, as in Node.
const validateOptions = (path, options) => options === undefined || require('core/validate').validateObject(options, 'options');
const prechecks = {
  __proto__: null,
  stat: validateOptions,
  lstat: validateOptions,
  mkdir: (path) => pathOf(path),
  readlink(path, options) {
    require('fs/flags').readOptions(options, {});
    pathOf(path, 'oldPath');
  },
};
for (const name of each(SIMPLE_OPERATIONS)) {
  const precheck = prechecks[name];
  exports[name] = {
    async [name](...args) {
      if (precheck !== undefined) reflectApply(precheck, undefined, args);
      return perform(name, args);
    },
  }[name];
  const length = isIn(['access', 'lstat', 'stat', 'statfs'], name) ? 1 : operations[name].length;
  objectDefineProperty(exports[name], 'length', { __proto__: null, value: length, configurable: true });
}

// stat and lstat take a signal, and stat may return undefined for a file that does not exist. Without such options there is no promise
// more than there was.
const needsMore = (options) => typeof options === 'object' && options !== null &&
  (options.signal !== undefined || options.throwIfNoEntry === false);

for (const name of each(['stat', 'lstat'])) {
  const plain = exports[name];
  const withOptions = async (path, options) => {
    try {
      if (options.signal === undefined) return await plain(path, options);
      const { promiseUntilAborted, signalOf } = require('fs/abortable');
      return await promiseUntilAborted(signalOf(options), () => plain(path, options));
    } catch (error) {
      if (name === 'stat' && options.throwIfNoEntry === false && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
      throw error;
    }
  };
  const { [name]: form } = { [name](path, options) { return needsMore(options) ? withOptions(path, options) : plain(path, options); } };
  exports[name] = objectDefineProperty(form, 'length', { __proto__: null, value: 1, configurable: true });
}

const isHandle = (value) => typeof value === 'object' && value !== null && value instanceof require('fs/file_handle').FileHandle;

// The file may be a FileHandle.
exports.readFile = async function readFile(path, options) {
  if (isHandle(path)) return path.readFile(options);
  // A number is not accepted as a descriptor here.
  if (options !== undefined) require('fs/flags').readOptions(options, {});
  return require('fs/whole_file').readFilePromise(pathOf(path), options);
};
exports.writeFile = async function writeFile(path, data, options) {
  if (isHandle(path)) return path.writeFile(data, options);
  if (!isIterable(data)) return require('fs/whole_file').writePromise(path, data, options, false, pathOf);
  return writeOpened(path, data, options, 'w');
};
exports.appendFile = async function appendFile(path, data, options) {
  if (isHandle(path)) return path.appendFile(data, options);
  if (!isIterable(data)) return require('fs/whole_file').writePromise(path, data, options, true, pathOf);
  return writeOpened(path, data, options, 'a');
};

async function writeOpened(path, data, options, defaultFlag) {
  const { flag, mode, signal } = require('fs/flags').readOptions(options, {});
  if (signal?.aborted) throw require('core/errors').abortedBy(signal);
  const handle = await exports.open(path, flag || defaultFlag, mode);
  try {
    await handle.writeFile(data, options);
  } finally {
    await handle.close();
  }
}

exports.readdir = async function readdir(path, options) {
  if (!options?.recursive) return perform('readdir', [path, options]);
  operations.readdir(path, options);
  return require('fs/recursive_readdir').readdir(path, options);
};
exports.open = async function open(path, flags, mode) {
  const fd = await perform('open', [path, flags, mode]);
  return require('fs/file_handle').createHandle(fd, path);
};
exports.cp = async function cp(from, to, options) { return require('fs/copy').cp(from, to, options); };
exports.rm = async function rm(path, options) { return require('fs/remove').rm(path, options); };
exports.truncate = async function truncate(path, length = 0) { return require('fs/truncate').truncate(path, length); };
exports.opendir = require('util/promisify').promisify(fs.opendir);
exports.glob = function glob(pattern, options) { return require('fs/glob').globIterator(pattern, options); };
exports.watch = async function* watch(path, options) { yield* require('fs/watch').changes(path, options); };
exports.lchmod = async function lchmod(path, mode) { // eslint-disable-line no-unused-vars
  // macOS only.
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
};
exports.mkdtempDisposable = async function mkdtempDisposable(prefix, options) {
  return require('fs/disposable').mkdtempDisposable(prefix, options);
};
exports.constants = fs.constants;
