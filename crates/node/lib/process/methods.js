'use strict';
// Methods of process that are loaded on first use.

const { arrayJoin, arrayMap, objectAssign, objectEntries, stringStartsWith, symbolFor } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { isIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('process');

function systemError(context) {
  return require('core/system_errors').uvException(context);
}

// Cached until the next chdir(), as in Node. A worker is not notified of that, and does not cache.
let cachedCwd;

function cwd() {
  if (cachedCwd !== undefined) return cachedCwd;
  const path = native.cwd();
  if (typeof path !== 'number') {
    if (!require.has('worker/thread')) cachedCwd = path;
    return path;
  }
  throw systemError({
    errno: path,
    code: require('core/system_errors').systemErrorName(path),
    message: 'process.cwd failed with error no such file or directory, the current working directory was likely removed ' +
      'without changing the working directory',
    syscall: 'uv_cwd',
  });
}

function chdir(directory) {
  require('core/validate').validateString(directory, 'directory');
  const errno = isIn(directory, '\0') ? -2 : native.chdir(directory);
  cachedCwd = undefined;
  if (errno < 0) {
    const from = native.cwd();
    const code = require('core/system_errors').systemErrorName(errno);
    throw systemError({ errno, code, syscall: 'chdir', path: typeof from === 'string' ? from : '', dest: directory });
  }
}

function umask(mask) {
  if (mask === undefined) return native.umask();
  return native.umask(require('core/validate').parseFileMode(mask, 'mask'));
}

function kill(pid, signal) {
  // Loose comparison: a numeric string is valid.
  if (pid != (pid | 0)) {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  }
  const errno = require('process/process')._kill(pid | 0, signalNumber(signal));
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
  return require('module/cjs').isBuiltin(id) ? require(stringStartsWith(id, 'node:') ? sliceOf(id, 5) : id) : undefined;
}

const hasNullByte = (text) => typeof text !== 'string' || isIn(text, '\0');

// Replaces the process; nothing runs afterwards, including 'exit' listeners.
function execve(execPath, args = [], env = require('process/process').env) {
  const { validateArray, validateObject, validateString } = require('core/validate');
  const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
  require('process/warning').emitExperimental('process.execve');
  if (require.has('worker/thread')) {
    const { ERR_WORKER_UNSUPPORTED_OPERATION } = require('core/errors').codes;
    throw new ERR_WORKER_UNSUPPORTED_OPERATION('Calling process.execve');
  }
  validateString(execPath, 'execPath');
  validateArray(args, 'args');
  for (let i = 0; i < args.length; i++) {
    if (hasNullByte(args[i])) throw new ERR_INVALID_ARG_VALUE(`args[${i}]`, args[i], 'must be a string without null bytes');
  }
  validateObject(env, 'env');
  let variables = '';
  for (const { 0: name, 1: value } of each(objectEntries(env))) {
    if (hasNullByte(name) || hasNullByte(value)) {
      throw new ERR_INVALID_ARG_VALUE('env', env, 'must be an object with string keys and values without null bytes');
    }
    variables += `${name}=${value}\0`;
  }
  const errno = native.execve(execPath, arrayJoin(arrayMap(args, (arg) => `${arg}\0`), ''), variables);
  const code = require('core/system_errors').systemErrorName(errno);
  throw objectAssign(new Error(`${code}, ${native.strerror(-errno)} '${execPath}'`),
    { errno: -errno, code, path: execPath, syscall: 'execve' });
}

function dlopen(module, filename) {
  if (arguments.length < 2) {
    const { codedError } = require('core/errors');
    throw codedError('ERR_MISSING_ARGS', TypeError, 'process.dlopen needs at least 2 arguments');
  }
  require('module/extensions').loadAddon(module, `${filename}`);
}

// The engine has no debugger.
const { _debugProcess, _debugEnd } = require('core/not_implemented').unimplementedAll('process', ['_debugProcess', '_debugEnd']);

// Node kept the names when it removed the functionality.
function _startProfilerIdleNotifier() {}
function _stopProfilerIdleNotifier() {}

// Writes directly to stderr, bypassing streams.
function _rawDebug(...args) {
  binding('stdio').write(2, `${require('inspect/format').format(...each(args))}\n`);
}

function openStdin() {
  const { stdin } = require('process/process');
  stdin.resume();
  return stdin;
}

// Refable objects have ref() and unref(), or methods under these symbols.
function ref(maybeRefable) {
  const method = maybeRefable?.[symbolFor('nodejs.ref')] || maybeRefable?.ref;
  if (typeof method === 'function') call0(method, maybeRefable);
}

function unref(maybeRefable) {
  const method = maybeRefable?.[symbolFor('nodejs.unref')] || maybeRefable?.unref;
  if (typeof method === 'function') call0(method, maybeRefable);
}

function setSourceMapsEnabled(enabled) {
  require('core/validate').validateBoolean(enabled, 'enabled');
  require('module/source_maps').setSupport(enabled, { nodeModules: enabled, generatedCode: enabled });
}

const sourceMapsEnabled = () => require('module/source_maps').support().enabled;

let currentTitle;

const title = () => currentTitle ?? native.argv0;

function setTitle(value) {
  currentTitle = `${value}`;
  native.setTitle(currentTitle);
}

module.exports = {
  _debugEnd,
  _debugProcess,
  _rawDebug,
  _startProfilerIdleNotifier,
  _stopProfilerIdleNotifier,
  abort: native.abort,
  chdir,
  cwd,
  dlopen,
  execve,
  getBuiltinModule,
  kill,
  openStdin,
  ref,
  setSourceMapsEnabled,
  setTitle,
  sourceMapsEnabled,
  title,
  umask,
  unref,
};
