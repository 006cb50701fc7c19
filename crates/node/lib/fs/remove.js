'use strict';
// rm: files, and with { recursive: true } directories with their contents.

const globals = require('globals');
const { classInt32Array: Int32Array, classSharedArrayBuffer: SharedArrayBuffer } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const fs = require('fs');
const native = binding('fs');
const { codes } = require('core/errors');
const { validateBoolean, validateObject, validateUint32 } = require('core/validate');
const { pathOf } = require('fs/arguments');

function optionsOf(options = {}) {
  validateObject(options, 'options');
  const { force = false, recursive = false, retryDelay = 100, maxRetries = 0 } = options;
  validateBoolean(force, 'options.force');
  validateBoolean(recursive, 'options.recursive');
  validateUint32(retryDelay, 'options.retryDelay');
  validateUint32(maxRetries, 'options.maxRetries');
  return { force, recursive, retryDelay, maxRetries };
}

const RETRIED = new SafeSet(['EBUSY', 'EMFILE', 'ENFILE', 'ENOTEMPTY', 'EPERM']);

function isDirectory(path) {
  return new codes.ERR_FS_EISDIR({ code: 'EISDIR', message: 'is a directory', path, syscall: 'rm', errno: 21 });
}

async function rm(path, options) {
  path = pathOf(path);
  const { force, recursive, retryDelay, maxRetries } = optionsOf(options);
  try {
    if ((await fs.promises.lstat(path)).isDirectory() && !recursive) throw isDirectory(path);
  } catch (error) {
    if (force && error.code === 'ENOENT') return;
    throw error;
  }
  for (let retries = 0; ; retries++) {
    try {
      await require('fs/promisified').request(native.rmRecursive, [path]);
      return;
    } catch (error) {
      if (retries >= maxRetries || !RETRIED.has(error.code)) throw error;
      await new __hexloop_promise__((resolve) => globals.setTimeout(resolve, (retries + 1) * retryDelay));
    }
  }
}

function rmSync(path, options) {
  path = pathOf(path);
  const { force, recursive, retryDelay, maxRetries } = optionsOf(options);
  const stats = fs.lstatSync(path, { throwIfNoEntry: !force });
  if (stats === undefined) return;
  if (stats.isDirectory() && !recursive) throw isDirectory(path);
  for (let retries = 0; ; retries++) {
    try {
      native.rmRecursive(undefined, path);
      return;
    } catch (error) {
      if (retries >= maxRetries || !RETRIED.has(error.code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, (retries + 1) * retryDelay);
    }
  }
}

module.exports = { rm, rmSync, check: (path, options) => { pathOf(path); optionsOf(options); } };
