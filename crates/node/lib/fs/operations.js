'use strict';
// The operations that are one native call: (arguments) -> [native function, its arguments, how to convert its result].
// fs.js makes the callback and the synchronous form of each, fs/promises.js the promise form.

const globals = require('globals');
const native = binding('fs');
const { arrayMap, mathMax, stringEndsWith, stringSplit } = require('core/intrinsics');
const { codes } = require('core/errors');
const { validateBoolean, validateInteger, validateObject, validateOneOf } = require('core/validate');
const { flagNumber, readOptions, modeNumber } = require('fs/flags');
const fsArguments = require('fs/arguments');

const { pathOf, descriptorOf, nameDecoder } = fsArguments;
const identity = (value) => value;
// Rust joins the names of a directory.
const splitNames = (names) => (names === '' ? [] : stringSplit(names, '/'));

// For a result that is a name: whether Rust must preserve its exact bytes, and how to convert it.
function nameEncoding(options) {
  const decoder = nameDecoder(readOptions(options, {}).encoding);
  return [decoder !== null, decoder ?? identity];
}

// A callback receives its own array; a synchronous call leaves its numbers in shared memory until the next one.
const stats = (numbers = native.statValues) => require('fs/stats').statsFrom(numbers, false);
const bigStats = (numbers = native.statValues) => require('fs/stats').statsFrom(numbers, true);
const statsReader = (options) => (options?.bigint ? bigStats : stats);

// -> [mode, whether to create parent directories]
function mkdirOptions(options) {
  if (typeof options === 'number' || typeof options === 'string') return [modeNumber(options, 'mode'), false];
  const { recursive = false, mode } = options ?? {};
  validateBoolean(recursive, 'options.recursive');
  return [mode === undefined ? 0o777 : modeNumber(mode, 'options.mode'), recursive];
}

const validateSymlinkType = (type) => validateOneOf(type, 'type', ['dir', 'file', 'junction', null, undefined]);

let warnedAboutTemplate = false;

// Some systems replace these, too.
function warnAboutTemplate(prefix) {
  if (warnedAboutTemplate || !stringEndsWith(prefix, 'X')) return;
  warnedAboutTemplate = true;
  globals.process.emitWarning('mkdtemp() templates ending with X are not portable. ' +
    'For details see: https://nodejs.org/api/fs.html');
}

const operations = {
  open(path, flags, mode) {
    return [native.open, [pathOf(path), flagNumber(flags ?? 'r'), modeNumber(mode, 'mode', 0o666)], identity];
  },
  close: (fd) => [native.close, [descriptorOf(fd)], identity],
  fsync: (fd) => [native.fsync, [descriptorOf(fd)], identity],
  fdatasync: (fd) => [native.fdatasync, [descriptorOf(fd)], identity],
  ftruncate(fd, length) {
    descriptorOf(fd);
    if (length === undefined) length = 0;
    validateInteger(length, 'len');
    return [native.ftruncate, [fd, mathMax(0, length)], identity];
  },
  fstat: (fd, options) => [native.fstat, [descriptorOf(fd)], statsReader(options)],
  fchmod: (fd, mode) => [native.fchmod, [descriptorOf(fd), modeNumber(mode, 'mode')], identity],
  fchown: (fd, uid, gid) => [native.fchown, [descriptorOf(fd), fsArguments.ownerOf(uid, 'uid'), fsArguments.ownerOf(gid, 'gid')], identity],
  futimes(fd, atime, mtime) {
    descriptorOf(fd);
    return [native.futimes, [fd, fsArguments.toUnixTimestamp(atime, 'atime'), fsArguments.toUnixTimestamp(mtime, 'mtime')], identity];
  },

  stat: (path, options) => [native.stat, [pathOf(path)], statsReader(options)],
  lstat: (path, options) => [native.lstat, [pathOf(path)], statsReader(options)],
  statfs(path, options) {
    return [native.statfs, [pathOf(path)], (numbers) => require('fs/stats').statFsFrom(numbers, options?.bigint === true)];
  },
  access: (path, mode) => [native.access, [pathOf(path), fsArguments.accessModeOf(mode)], identity],
  chmod: (path, mode) => [native.chmod, [pathOf(path), modeNumber(mode, 'mode')], identity],
  chown: (path, uid, gid) => [native.chown, [pathOf(path), fsArguments.ownerOf(uid, 'uid'), fsArguments.ownerOf(gid, 'gid')], identity],
  lchown: (path, uid, gid) => [native.lchown, [pathOf(path), fsArguments.ownerOf(uid, 'uid'), fsArguments.ownerOf(gid, 'gid')], identity],
  utimes: (path, atime, mtime) => [native.utimes, [pathOf(path), fsArguments.toUnixTimestamp(atime), fsArguments.toUnixTimestamp(mtime)], identity],
  lutimes: (path, atime, mtime) => [native.lutimes, [pathOf(path), fsArguments.toUnixTimestamp(atime), fsArguments.toUnixTimestamp(mtime)], identity],
  link: (from, to) => [native.link, [pathOf(from, 'existingPath'), pathOf(to, 'newPath')], identity],
  symlink(target, path, type) {
    validateSymlinkType(type);
    return [native.symlink, [pathOf(target, 'target'), pathOf(path)], identity];
  },
  readlink(path, options) {
    const { 0: exact, 1: finish } = nameEncoding(options);
    return [native.readlink, [pathOf(path), exact], finish];
  },
  rename: (from, to) => [native.rename, [pathOf(from, 'oldPath'), pathOf(to, 'newPath')], identity],
  unlink: (path) => [native.unlink, [pathOf(path)], identity],
  rmdir(path, options) {
    path = pathOf(path);
    if (options !== undefined) validateObject(options, 'options');
    if (options?.recursive !== undefined) {
      throw new codes.ERR_INVALID_ARG_VALUE('options.recursive', options.recursive, 'is no longer supported');
    }
    return [native.rmdir, [path], identity];
  },
  copyFile(from, to, mode) {
    return [native.copyFile, [pathOf(from, 'src'), pathOf(to, 'dest'), fsArguments.accessModeOf(mode)], identity];
  },
  mkdir(path, options) {
    const { 0: mode, 1: recursive } = mkdirOptions(options);
    return [recursive ? native.mkdirRecursive : native.mkdir, [pathOf(path), mode], identity];
  },
  readdir(path, options) {
    options = readOptions(options, {});
    if (options.recursive !== undefined && options.recursive !== null) validateBoolean(options.recursive, 'options.recursive');
    const decoder = nameDecoder(options.encoding);
    const directory = pathOf(path);
    const exact = decoder !== null;
    if (!options.withFileTypes) return [native.readdir, [directory, exact], exact ? (names) => arrayMap(splitNames(names), decoder) : splitNames];
    const parent = path instanceof Uint8Array ? path : directory;
    return [native.readdirTypes, [directory, exact], (flat) => require('fs/dirent').fromFlat(splitNames(flat), parent, decoder ?? identity)];
  },
  realpath(path, options) {
    const { 0: exact, 1: finish } = nameEncoding(options);
    return [native.realpath, [pathOf(path), exact], finish];
  },
  mkdtemp(prefix, options) {
    const { 0: exact, 1: finish } = nameEncoding(options);
    const prefixPath = pathOf(prefix, 'prefix');
    warnAboutTemplate(prefixPath);
    return [native.mkdtemp, [prefixPath, exact], finish];
  },
};

// What is validated before the callback; everything else after it.
const prechecks = {
  __proto__: null,
  access: (path) => pathOf(path),
  copyFile: (from, to) => [pathOf(from, 'src'), pathOf(to, 'dest')],
  fchmod: (fd, mode) => modeNumber(mode, 'mode'),
  fchown: (fd, uid, gid) => [fsArguments.ownerOf(uid, 'uid'), fsArguments.ownerOf(gid, 'gid')],
  ftruncate: (fd, length = 0) => validateInteger(length, 'len'),
  futimes: (fd, atime, mtime) => [fsArguments.toUnixTimestamp(atime, 'atime'), fsArguments.toUnixTimestamp(mtime, 'mtime')],
  mkdir: (path, options) => mkdirOptions(options),
  symlink: (target, path, type) => validateSymlinkType(type),
  open: (path, flags, mode) => [modeNumber(mode, 'mode', 0o666), flagNumber(flags ?? 'r')],
};

module.exports = { prechecks, operations, identity };
