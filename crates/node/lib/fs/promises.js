'use strict';
// node:fs/promises: the same operations as node:fs, awaited; and FileHandle.

const { expect } = require('loop/requests');
const { operations } = require('fs/operations');
const fs = require('fs');

// One call of Rust.
function request(call, values) {
  return new Promise((resolve, reject) => {
    call(expect((error, result) => (error ? reject(error) : resolve(result))), ...values);
  });
}

async function perform(name, args) {
  const [call, values, finish, signal] = operations[name](...args);
  if (call === null) return finish();
  if (signal?.aborted) throw require('core/errors').abortedBy(signal);
  const value = await request(call, values);
  if (signal?.aborted) throw require('core/errors').abortedBy(signal);
  return finish(value);
}

const plain = ['access', 'copyFile', 'rename', 'rmdir', 'mkdir', 'readlink', 'symlink', 'lstat', 'stat', 'statfs', 'link',
  'unlink', 'chmod', 'lchown', 'chown', 'utimes', 'lutimes', 'realpath', 'mkdtemp'];
for (const name of plain) exports[name] = { async [name](...args) { return perform(name, args); } }[name];

// A file may be given as a FileHandle.
for (const name of ['readFile', 'writeFile', 'appendFile']) {
  exports[name] = {
    async [name](file, ...args) {
      return isHandle(file) ? file[name](...args) : perform(name, [file, ...args]);
    },
  }[name];
}

const isHandle = (value) => typeof value === 'object' && value !== null && value instanceof require('fs/file_handle').FileHandle;

exports.readdir = async function readdir(path, options) {
  return options?.recursive ? require('fs/recursive_readdir').readdir(path, options) : perform('readdir', [path, options]);
};
exports.open = async function open(path, flags, mode) {
  const fd = await perform('open', [path, flags, mode]);
  return new (require('fs/file_handle').FileHandle)(fd);
};
exports.cp = async function cp(from, to, options) { return require('fs/copy').cp(from, to, options); };
exports.rm = async function rm(path, options) { return require('fs/remove').rm(path, options); };
exports.truncate = async function truncate(path, length) { return require('fs/truncate').truncate(path, length); };
exports.opendir = async function opendir(path, options) { return require('fs/dir').opendir(path, options); };
exports.glob = function glob(pattern, options) { return require('fs/glob').globIterator(pattern, options); };
exports.mkdtempDisposable = async function mkdtempDisposable(prefix, options) {
  return require('fs/disposable').mkdtempDisposable(prefix, options);
};
exports.constants = fs.constants;

for (const [name, value] of [['request', request], ['perform', perform]]) {
  Object.defineProperty(exports, name, { __proto__: null, value });
}
