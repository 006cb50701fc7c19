'use strict';
// Where the process stands and what it can do to others.

const native = binding('process');

function systemError(context) {
  return require('core/system_errors').uvException(context);
}

function cwd() {
  const path = native.cwd();
  if (typeof path !== 'number') return path;
  throw systemError({
    errno: path,
    message: 'process.cwd failed with error no such file or directory, the current working directory was likely removed ' +
      'without changing the working directory',
    syscall: 'uv_cwd',
  });
}

function chdir(directory) {
  require('core/validate').validateString(directory, 'directory');
  const errno = directory.includes('\0') ? -2 : native.chdir(directory);
  if (errno < 0) {
    const from = native.cwd();
    throw systemError({ errno, syscall: 'chdir', path: typeof from === 'string' ? from : '', dest: directory });
  }
}

function umask(mask) {
  if (mask === undefined) return native.umask();
  return native.umask(require('core/validate').parseFileMode(mask, 'mask'));
}

function kill(pid, signal) {
  // Loosely, so that a number in a string is one.
  // eslint-disable-next-line eqeqeq
  if (pid != (pid | 0)) {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  }
  const errno = process._kill(pid | 0, signalNumber(signal));
  if (errno) throw require('core/system_errors').errnoException(errno, 'kill');
  return true;
}

function signalNumber(signal) {
  if (typeof signal === 'number') return signal;
  const number = require('core/signals').signals[signal || 'SIGTERM'];
  if (number !== undefined) return number;
  const { ERR_UNKNOWN_SIGNAL } = require('core/errors').codes;
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

function getBuiltinModule(id) {
  require('core/validate').validateString(id, 'id');
  const Module = require('module/cjs').Module;
  return Module.isBuiltin(id) ? require(id.startsWith('node:') ? id.slice(5) : id) : undefined;
}

function setUncaughtExceptionCaptureCallback(callback) {
  const { codes } = require('core/errors');
  const fatal = require('process/fatal');
  if (callback !== null) {
    if (typeof callback !== 'function') throw new codes.ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], callback);
    if (fatal.hasCapture()) throw new codes.ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
  }
  fatal.setCapture(callback);
}

const hasUncaughtExceptionCaptureCallback = () => require('process/fatal').hasCapture();

module.exports = {
  abort: native.abort,
  chdir,
  cwd,
  getBuiltinModule,
  hasUncaughtExceptionCaptureCallback,
  kill,
  setUncaughtExceptionCaptureCallback,
  umask,
};
