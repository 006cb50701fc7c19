'use strict';
// The operations that are one call of Rust: (arguments) -> [native function, its arguments, how to read its answer, signal].
// fs.js makes the callback and the synchronous form of each, fs/promises.js the third.

const native = binding('fs');
const { codes } = require('core/errors');
const { validateInteger, validateBoolean } = require('core/validate');
const { flagNumber, readOptions, modeNumber, O_APPEND } = require('fs/flags');
const given = require('fs/arguments');

const { pathOf, fileOf, descriptorOf } = given;
const same = (value) => value;
const first = (numbers) => numbers[0];

function bufferOver(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// A name as the program wants it.
function named(encoding) {
  if (!encoding || encoding === 'utf8' || encoding === 'utf-8') return same;
  return (text) => (encoding === 'buffer' ? Buffer.from(text) : Buffer.from(text).toString(encoding));
}

function statsReader(options) {
  const bigint = options?.bigint === true;
  return (numbers) => require('fs/stats').statsFrom(numbers, bigint);
}

function wholeFile(path, data, options, defaults, more) {
  options = readOptions(options, { encoding: 'utf8', mode: 0o666, flush: false, ...defaults });
  validateBoolean(options.flush, 'options.flush');
  const flags = flagNumber(options.flag, 'options.flag') | more;
  const bytes = given.bytesOf(data, options.encoding);
  return [native.writeFile, [fileOf(path), bytes, flags, modeNumber(options.mode, 'mode', 0o666), options.flush], same, options.signal];
}

// buffer, offset, length, position; or buffer, { offset, length, position }.
function slice(buffer, offset, length, position) {
  if (offset !== null && typeof offset === 'object') ({ offset = 0, length = undefined, position = null } = offset);
  offset ??= 0;
  validateInteger(offset, 'offset', 0);
  length ??= buffer.byteLength - offset;
  return { offset, length, position };
}

function checkLength(buffer, offset, length) {
  validateInteger(length, 'length', 0);
  if (length > buffer.byteLength - offset) throw new codes.ERR_OUT_OF_RANGE('length', `<= ${buffer.byteLength - offset}`, length);
}

const operations = {
  readFile(path, options) {
    options = readOptions(options, { flag: 'r' });
    const { encoding } = options;
    const finish = encoding && encoding !== 'buffer' ? (bytes) => bufferOver(bytes).toString(encoding) : bufferOver;
    return [native.readFile, [fileOf(path), flagNumber(options.flag, 'options.flag')], finish, options.signal];
  },
  writeFile: (path, data, options) => wholeFile(path, data, options, { flag: 'w' }, 0),
  appendFile: (path, data, options) => wholeFile(path, data, options, { flag: 'a' }, O_APPEND),

  open(path, flags, mode) {
    return [native.open, [pathOf(path), flagNumber(flags ?? 'r'), modeNumber(mode, 'mode', 0o666)], first];
  },
  close: (fd) => [native.close, [descriptorOf(fd)], same],
  // The bytes that were read; the forms copy them to where they belong.
  read(fd, buffer, ...where) {
    descriptorOf(fd);
    if (!ArrayBuffer.isView(buffer)) throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
    const { offset, length, position } = slice(buffer, ...where);
    if (length === 0) return [null, [], () => 0];
    if (buffer.byteLength === 0) throw new codes.ERR_INVALID_ARG_VALUE('buffer', buffer, 'is empty and cannot be written');
    checkLength(buffer, offset, length);
    const finish = (bytes) => {
      given.viewOf(buffer).set(bytes, offset);
      return bytes.length;
    };
    return [native.read, [fd, length, given.positionOf(position)], finish, undefined, offset];
  },
  write(fd, buffer, ...where) {
    descriptorOf(fd);
    if (typeof buffer === 'string') {
      const [position, encoding] = where;
      const bytes = Buffer.from(buffer, encoding || 'utf8');
      return [native.write, [fd, bytes, 0, bytes.length, typeof position === 'number' ? position : -1], first];
    }
    if (!ArrayBuffer.isView(buffer)) {
      throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    }
    const { offset, length, position } = slice(buffer, ...where);
    if (offset > buffer.byteLength) throw new codes.ERR_OUT_OF_RANGE('offset', `<= ${buffer.byteLength}`, offset);
    checkLength(buffer, offset, length);
    return [native.write, [fd, given.viewOf(buffer), offset, length, typeof position === 'number' ? position : -1], first];
  },
  readv(fd, buffers, position) {
    descriptorOf(fd);
    given.buffersOf(buffers);
    const total = buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
    const finish = (bytes) => {
      let at = 0;
      for (const buffer of buffers) {
        const part = bytes.subarray(at, at + buffer.byteLength);
        given.viewOf(buffer).set(part);
        at += part.length;
      }
      return bytes.length;
    };
    return [native.read, [fd, total, typeof position === 'number' ? position : -1], finish];
  },
  writev(fd, buffers, position) {
    descriptorOf(fd);
    given.buffersOf(buffers);
    const bytes = Buffer.concat(buffers.map(given.viewOf));
    return [native.write, [fd, bytes, 0, bytes.length, typeof position === 'number' ? position : -1], first];
  },
  fsync: (fd) => [native.fsync, [descriptorOf(fd)], same],
  fdatasync: (fd) => [native.fdatasync, [descriptorOf(fd)], same],
  ftruncate(fd, length = 0) {
    validateInteger(length, 'len');
    return [native.ftruncate, [descriptorOf(fd), Math.max(0, length)], same];
  },
  fstat: (fd, options) => [native.fstat, [descriptorOf(fd)], statsReader(options)],
  fchmod: (fd, mode) => [native.fchmod, [descriptorOf(fd), modeNumber(mode, 'mode')], same],
  fchown: (fd, uid, gid) => [native.fchown, [descriptorOf(fd), given.ownerOf(uid, 'uid'), given.ownerOf(gid, 'gid')], same],
  futimes(fd, atime, mtime) {
    return [native.futimes, [descriptorOf(fd), given.secondsOf(atime, 'atime'), given.secondsOf(mtime, 'mtime')], same];
  },

  stat: (path, options) => [native.stat, [pathOf(path)], statsReader(options)],
  lstat: (path, options) => [native.lstat, [pathOf(path)], statsReader(options)],
  statfs(path, options) {
    return [native.statfs, [pathOf(path)], (numbers) => require('fs/stats').statFsFrom(numbers, options?.bigint === true)];
  },
  access: (path, mode) => [native.access, [pathOf(path), given.accessModeOf(mode, 7)], same],
  chmod: (path, mode) => [native.chmod, [pathOf(path), modeNumber(mode, 'mode')], same],
  chown: (path, uid, gid) => [native.chown, [pathOf(path), given.ownerOf(uid, 'uid'), given.ownerOf(gid, 'gid')], same],
  lchown: (path, uid, gid) => [native.lchown, [pathOf(path), given.ownerOf(uid, 'uid'), given.ownerOf(gid, 'gid')], same],
  utimes: (path, atime, mtime) => [native.utimes, [pathOf(path), given.secondsOf(atime), given.secondsOf(mtime)], same],
  lutimes: (path, atime, mtime) => [native.lutimes, [pathOf(path), given.secondsOf(atime), given.secondsOf(mtime)], same],
  link: (from, to) => [native.link, [pathOf(from, 'existingPath'), pathOf(to, 'newPath')], same],
  symlink(target, path, type) {
    if (![undefined, null, 'dir', 'file', 'junction'].includes(type)) {
      throw new codes.ERR_INVALID_ARG_VALUE('type', type, "must be one of: 'dir', 'file', 'junction', null, undefined");
    }
    return [native.symlink, [pathOf(target, 'target'), pathOf(path)], same];
  },
  readlink: (path, options) => [native.readlink, [pathOf(path)], named(readOptions(options, {}).encoding)],
  rename: (from, to) => [native.rename, [pathOf(from, 'oldPath'), pathOf(to, 'newPath')], same],
  unlink: (path) => [native.unlink, [pathOf(path)], same],
  rmdir: (path) => [native.rmdir, [pathOf(path)], same],
  copyFile(from, to, mode) {
    return [native.copyFile, [pathOf(from, 'src'), pathOf(to, 'dest'), given.accessModeOf(mode, 7)], same];
  },
  mkdir(path, options) {
    const isMode = typeof options === 'number' || typeof options === 'string';
    const recursive = isMode ? false : options?.recursive ?? false;
    validateBoolean(recursive, 'options.recursive');
    const mode = modeNumber(isMode ? options : options?.mode, 'mode', 0o777);
    return [recursive ? native.mkdirs : native.mkdir, [pathOf(path), mode], same];
  },
  readdir(path, options) {
    options = readOptions(options, {});
    const name = named(options.encoding);
    if (!options.withFileTypes) return [native.readdir, [pathOf(path)], (names) => (name === same ? names : names.map(name))];
    const folder = pathOf(path);
    return [native.readdirTypes, [folder], (flat) => require('fs/dirent').fromFlat(flat, folder, name)];
  },
  realpath: (path, options) => [native.realpath, [pathOf(path)], named(readOptions(options, {}).encoding)],
  mkdtemp: (prefix, options) => [native.mkdtemp, [pathOf(prefix, 'prefix')], named(readOptions(options, {}).encoding)],
};

module.exports = { operations, same, named };
