'use strict';
// Argument validation and normalization for node:child_process.

const globals = require('globals');
const {
  arrayBufferStaticIsView, arrayIsArray, arrayJoin, arrayPush, arrayUnshift, objectHasOwn, objectValues, stringToUpperCase,
} = require('core/intrinsics');
const { isIn, sliceOf } = require('core/safe/lists');
const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_SIGNAL } = require('core/errors').codes;
const { validateInt32, validateInteger, validateNumber, validateObject, validateString } = require('core/validate');

const MAX_BUFFER = 1024 * 1024;

function checkNullBytes(text, name) {
  if (typeof text === 'string' && isIn(text, '\0')) {
    throw new ERR_INVALID_ARG_VALUE(name, text, 'must be a string without null bytes');
  }
}

function checkType(value, name, types) {
  if (value != null && !isIn(types, typeof value)) {
    throw new ERR_INVALID_ARG_TYPE(name, types.length === 1 ? types[0] : types, value);
  }
}

function getValidatedPath(value, name) {
  const path = require('url/file_urls').toPathIfFileURL(value);
  if (typeof path === 'string') {
    if (isIn(path, '\0')) throw new ERR_INVALID_ARG_VALUE(name, path, 'must be a string, Uint8Array, or URL without null bytes');
    return path;
  }
  if (!arrayBufferStaticIsView(path)) throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
  return `${require('buffer').Buffer.from(path.buffer, path.byteOffset, path.byteLength)}`;
}

function validateTimeout(timeout) {
  if (timeout != null) validateInteger(timeout, 'timeout', 0);
}

function validateMaxBuffer(maxBuffer) {
  if (maxBuffer != null) validateNumber(maxBuffer, 'options.maxBuffer', 0);
}

// The signal number, from a number or a name in any case.
function convertToValidSignal(signal) {
  const { signals } = require('core/signals');
  if (typeof signal === 'number' && isIn(objectValues(signals), signal)) return signal;
  if (typeof signal === 'string' && objectHasOwn(signals, stringToUpperCase(signal))) return signals[stringToUpperCase(signal)];
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

function sanitizeKillSignal(killSignal) {
  if (typeof killSignal === 'string' || typeof killSignal === 'number') return convertToValidSignal(killSignal);
  if (killSignal != null) throw new ERR_INVALID_ARG_TYPE('options.killSignal', ['string', 'number'], killSignal);
}

// [args, options], from the second and third argument of most functions.
function splitArguments(args, options) {
  if (arrayIsArray(args)) return [sliceOf(args), options];
  if (args == null) return [[], options];
  if (typeof args !== 'object') throw new ERR_INVALID_ARG_TYPE('args', 'object', args);
  return [[], args];
}

// `NAME=value` for every variable. Inherited ones count, as in Node.
function environmentPairs(env) {
  const pairs = [];
  // process.env is copied first: it is a proxy that holds only strings.
  const own = env === globals.process.env ? { ...env } : env;
  for (const name in own) {
    const value = own[name];
    if (value === undefined) continue;
    checkNullBytes(name, `options.env['${name}']`);
    const text = `${value}`;
    checkNullBytes(text, `options.env['${name}']`);
    arrayPush(pairs, `${name}=${text}`);
  }
  return pairs;
}

function shellCommand(file, args, shell) {
  if (args.length > 0 && !shellCommand.hasWarned) {
    shellCommand.hasWarned = true;
    globals.process.emitWarning('Passing args to a child process with shell option true can lead to security ' +
      'vulnerabilities, as the arguments are not escaped, only concatenated.', 'DeprecationWarning', 'DEP0190');
  }
  const command = args.length > 0 ? `${file} ${arrayJoin(args, ' ')}` : file;
  return [typeof shell === 'string' ? shell : '/bin/sh', ['-c', command]];
}

// The options of spawn() and spawnSync(), with `file`, `args` (argv0 first) and `envPairs`.
function normalizeSpawnArguments(file, args, options) {
  validateString(file, 'file');
  checkNullBytes(file, 'file');
  if (file.length === 0) throw new ERR_INVALID_ARG_VALUE('file', file, 'cannot be empty');
  ({ 0: args, 1: options } = splitArguments(args, options));
  for (let i = 0; i < args.length; i++) {
    args[i] = `${args[i]}`;
    checkNullBytes(args[i], `args[${i}]`);
  }
  if (options !== undefined) validateObject(options, 'options');
  // Own properties only; the caller's object is not modified.
  options = { __proto__: null, ...options };
  const { argv0, detached, gid, shell, uid, windowsHide, windowsVerbatimArguments } = options;
  const cwd = options.cwd != null ? getValidatedPath(options.cwd, 'options.cwd') : options.cwd;
  checkType(detached, 'options.detached', ['boolean']);
  if (uid != null) validateInt32(uid, 'options.uid');
  if (gid != null) validateInt32(gid, 'options.gid');
  checkType(shell, 'options.shell', ['boolean', 'string']);
  checkType(argv0, 'options.argv0', ['string']);
  checkNullBytes(argv0, 'options.argv0');
  checkNullBytes(shell, 'options.shell');
  checkType(windowsHide, 'options.windowsHide', ['boolean']);
  checkType(windowsVerbatimArguments, 'options.windowsVerbatimArguments', ['boolean']);
  if (shell) ({ 0: file, 1: args } = shellCommand(file, args, shell));
  arrayUnshift(args, typeof argv0 === 'string' ? argv0 : file);
  return {
    __proto__: null,
    ...options,
    args,
    cwd,
    detached: !!detached,
    envPairs: environmentPairs(options.env || globals.process.env),
    file,
    windowsHide: !!windowsHide,
    windowsVerbatimArguments: !!windowsVerbatimArguments,
  };
}

module.exports = {
  MAX_BUFFER, convertToValidSignal, normalizeSpawnArguments, checkNullBytes, sanitizeKillSignal, splitArguments, getValidatedPath, validateMaxBuffer, validateTimeout,
};
