'use strict';
// The operations that are one call of Rust: (arguments) -> [native function, its arguments, how to read its answer].
// fs.js makes the callback and the synchronous form of each, fs/promises.js the third.

const native = binding('fs');
const { codes } = require('core/errors');
const { validateBoolean, validateInteger, validateObject, validateOneOf } = require('core/validate');
const { flagNumber, readOptions, modeNumber } = require('fs/flags');
const given = require('fs/arguments');

const { pathOf, descriptorOf, nameReader } = given;
const same = (value) => value;

// An answer that is a name, and whether it must come with its exact bytes.
function naming(options) {
  const reader = nameReader(readOptions(options, {}).encoding);
  return [reader !== null, reader ?? same];
}

// A callback has its own numbers; those of a call that was waited for are in shared memory until the next one.
const stats = (numbers = native.numbers) => require('fs/stats').statsFrom(numbers, false);
const bigStats = (numbers = native.numbers) => require('fs/stats').statsFrom(numbers, true);
const statsReader = (options) => (options?.bigint ? bigStats : stats);

// -> [mode, whether folders above are made, too].
function folderOptions(options) {
  if (typeof options === 'number' || typeof options === 'string') return [modeNumber(options, 'mode'), false];
  const { recursive = false, mode } = options ?? {};
  validateBoolean(recursive, 'options.recursive');
  return [mode === undefined ? 0o777 : modeNumber(mode, 'options.mode'), recursive];
}

const checkLinkType = (type) => validateOneOf(type, 'type', ['dir', 'file', 'junction', null, undefined]);

let warnedOfTemplates = false;

// Some systems would replace these as well.
function warnOfTemplate(prefix) {
  if (warnedOfTemplates || !prefix.endsWith('X')) return;
  warnedOfTemplates = true;
  process.emitWarning('mkdtemp() templates ending with X are not portable. ' +
    'For details see: https://nodejs.org/api/fs.html');
}

const operations = {
  open(path, flags, mode) {
    return [native.open, [pathOf(path), flagNumber(flags ?? 'r'), modeNumber(mode, 'mode', 0o666)], same];
  },
  close: (fd) => [native.close, [descriptorOf(fd)], same],
  fsync: (fd) => [native.fsync, [descriptorOf(fd)], same],
  fdatasync: (fd) => [native.fdatasync, [descriptorOf(fd)], same],
  ftruncate(fd, length) {
    descriptorOf(fd);
    if (length === undefined) length = 0;
    validateInteger(length, 'len');
    return [native.ftruncate, [fd, Math.max(0, length)], same];
  },
  fstat: (fd, options) => [native.fstat, [descriptorOf(fd)], statsReader(options)],
  fchmod: (fd, mode) => [native.fchmod, [descriptorOf(fd), modeNumber(mode, 'mode')], same],
  fchown: (fd, uid, gid) => [native.fchown, [descriptorOf(fd), given.ownerOf(uid, 'uid'), given.ownerOf(gid, 'gid')], same],
  futimes(fd, atime, mtime) {
    descriptorOf(fd);
    return [native.futimes, [fd, given.toUnixTimestamp(atime, 'atime'), given.toUnixTimestamp(mtime, 'mtime')], same];
  },

  stat: (path, options) => [native.stat, [pathOf(path)], statsReader(options)],
  lstat: (path, options) => [native.lstat, [pathOf(path)], statsReader(options)],
  statfs(path, options) {
    return [native.statfs, [pathOf(path)], (numbers) => require('fs/stats').statFsFrom(numbers, options?.bigint === true)];
  },
  access: (path, mode) => [native.access, [pathOf(path), given.accessModeOf(mode)], same],
  chmod: (path, mode) => [native.chmod, [pathOf(path), modeNumber(mode, 'mode')], same],
  chown: (path, uid, gid) => [native.chown, [pathOf(path), given.ownerOf(uid, 'uid'), given.ownerOf(gid, 'gid')], same],
  lchown: (path, uid, gid) => [native.lchown, [pathOf(path), given.ownerOf(uid, 'uid'), given.ownerOf(gid, 'gid')], same],
  utimes: (path, atime, mtime) => [native.utimes, [pathOf(path), given.toUnixTimestamp(atime), given.toUnixTimestamp(mtime)], same],
  lutimes: (path, atime, mtime) => [native.lutimes, [pathOf(path), given.toUnixTimestamp(atime), given.toUnixTimestamp(mtime)], same],
  link: (from, to) => [native.link, [pathOf(from, 'existingPath'), pathOf(to, 'newPath')], same],
  symlink(target, path, type) {
    checkLinkType(type);
    return [native.symlink, [pathOf(target, 'target'), pathOf(path)], same];
  },
  readlink(path, options) {
    const [exact, finish] = naming(options);
    return [native.readlink, [pathOf(path), exact], finish];
  },
  rename: (from, to) => [native.rename, [pathOf(from, 'oldPath'), pathOf(to, 'newPath')], same],
  unlink: (path) => [native.unlink, [pathOf(path)], same],
  rmdir(path, options) {
    path = pathOf(path);
    if (options !== undefined) validateObject(options, 'options');
    if (options?.recursive !== undefined) {
      throw new codes.ERR_INVALID_ARG_VALUE('options.recursive', options.recursive, 'is no longer supported');
    }
    return [native.rmdir, [path], same];
  },
  copyFile(from, to, mode) {
    return [native.copyFile, [pathOf(from, 'src'), pathOf(to, 'dest'), given.accessModeOf(mode)], same];
  },
  mkdir(path, options) {
    const [mode, recursive] = folderOptions(options);
    return [recursive ? native.mkdirs : native.mkdir, [pathOf(path), mode], same];
  },
  readdir(path, options) {
    options = readOptions(options, {});
    if (options.recursive !== undefined && options.recursive !== null) validateBoolean(options.recursive, 'options.recursive');
    const reader = nameReader(options.encoding);
    const folder = pathOf(path);
    const exact = reader !== null;
    if (!options.withFileTypes) return [native.readdir, [folder, exact], exact ? (names) => names.map(reader) : same];
    return [native.readdirTypes, [folder, exact], (flat) => require('fs/dirent').fromFlat(flat, path instanceof Uint8Array ? path : folder, reader ?? same)];
  },
  realpath(path, options) {
    const [exact, finish] = naming(options);
    return [native.realpath, [pathOf(path), exact], finish];
  },
  mkdtemp(prefix, options) {
    const [exact, finish] = naming(options);
    const start = pathOf(prefix, 'prefix');
    warnOfTemplate(start);
    return [native.mkdtemp, [start, exact], finish];
  },
};

// What is looked at before the callback; all else after it.
const looksFirst = {
  __proto__: null,
  access: (path) => pathOf(path),
  copyFile: (from, to) => [pathOf(from, 'src'), pathOf(to, 'dest')],
  fchmod: (fd, mode) => modeNumber(mode, 'mode'),
  fchown: (fd, uid, gid) => [given.ownerOf(uid, 'uid'), given.ownerOf(gid, 'gid')],
  ftruncate: (fd, length = 0) => validateInteger(length, 'len'),
  futimes: (fd, atime, mtime) => [given.toUnixTimestamp(atime, 'atime'), given.toUnixTimestamp(mtime, 'mtime')],
  mkdir: (path, options) => folderOptions(options),
  symlink: (target, path, type) => checkLinkType(type),
  open: (path, flags, mode) => [modeNumber(mode, 'mode', 0o666), flagNumber(flags ?? 'r')],
};

module.exports = { looksFirst, operations, same };
