'use strict';
// Validation of fs arguments: paths, descriptors, data, times.

const globals = require('globals');
const {
  arrayBufferStaticIsView, arrayIsArray, dateGetTime, dateStaticNow, numberIsFinite, stringCharCodeAt,
} = require('core/intrinsics');
const { isIn, sliceOf } = require('core/safe/lists');
const bytes = require('core/bytes');
const { codes } = require('core/errors');
const { validateInt32, validateInteger } = require('core/validate');

const isUrl = (value) => typeof value.href === 'string' && typeof value.protocol === 'string' && value.auth === undefined && value.path === undefined;

function pathOf(path, name = 'path') {
  if (typeof path === 'string') {
    if (isIn(path, '\0')) throw nullByteError(path, name);
    return path;
  }
  if (path !== null && typeof path === 'object') {
    if (path instanceof Uint8Array) return pathOfBytes(path, name);
    if (isUrl(path)) return pathOf(require('url/file_urls').toPathIfFileURL(path), name);
  }
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
}

const nullByteError = (path, name) =>
  new codes.ERR_INVALID_ARG_VALUE(name, path, 'must be a string, Uint8Array, or URL without null bytes');

// Paths that are not UTF-8 are passed to Rust as NUL and Latin-1 (crates/node/src/bindings/fs/path.rs).
function pathOfBytes(path, name) {
  if (isIn(path, 0)) throw nullByteError(path, name);
  const bytes = globals.Buffer.from(path.buffer, path.byteOffset, path.byteLength);
  return require('buffer').isUtf8(bytes) ? bytes.toString() : `\0${bytes.latin1Slice()}`;
}

const bytesOfName = (text) => (stringCharCodeAt(text, 0) === 0 ? globals.Buffer.from(sliceOf(text, 1), 'latin1') : globals.Buffer.from(text));

// Converts a name to the requested encoding; null if it is a UTF-8 string already, the common case.
function nameDecoder(encoding) {
  if (!encoding || encoding === 'utf8' || encoding === 'utf-8') return null;
  return encoding === 'buffer' ? bytesOfName : (text) => bytesOfName(text).toString(encoding);
}

function descriptorOf(fd) {
  // Fast path for the common case.
  if (typeof fd === 'number' && fd >= 0 && fd === (fd | 0)) return fd;
  validateInt32(fd, 'fd', 0);
  return fd;
}

const isDescriptor = (path) => typeof path === 'number' && path === (path | 0);

function bytesOf(data, encoding) {
  if (typeof data === 'string' || arrayBufferStaticIsView(data)) return bytes.bytesOf(data, encoding);
  throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

function buffersOf(buffers) {
  if (!arrayIsArray(buffers)) throw new codes.ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
  for (let i = 0; i < buffers.length; i++) {
    if (!arrayBufferStaticIsView(buffers[i])) throw new codes.ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
  }
  return buffers;
}

// Seconds, from a Date, a number or a numeric string.
function toUnixTimestamp(time, name = 'time') {
  if (typeof time === 'string' && +time == time) return +time; // eslint-disable-line eqeqeq
  if (numberIsFinite(time)) return time < 0 ? dateStaticNow() / 1000 : time;
  if (require('util').types.isDate(time)) return dateGetTime(time) / 1000;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'], time);
}

function ownerOf(id, name) {
  validateInteger(id, name, -1, 4294967295);
  return id;
}

// -1 is the current file position. Position plus length must not exceed the maximum file offset.
function positionOf(position, length = 0) {
  if (position === undefined || position === null) return -1;
  if (typeof position === 'number') {
    validateInteger(position, 'position', -1);
    return position;
  }
  if (typeof position === 'bigint') {
    const max = 2n ** 63n - 1n - BigInt(length);
    if (position < -1n || position > max) {
      throw new codes.ERR_OUT_OF_RANGE('position', `>= -1 && <= ${max}`, position);
    }
    return Number(position);
  }
  throw new codes.ERR_INVALID_ARG_TYPE('position', ['integer', 'bigint'], position);
}

// Node validates these in C++, with other messages.
function accessModeOf(mode) {
  if (mode === undefined || mode === null) return 0;
  if (typeof mode !== 'number') throw withMessage(new codes.ERR_INVALID_ARG_TYPE('mode', 'number', mode), 'mode must be int32 or null/undefined');
  if (mode >= 0 && mode <= 7) return mode;
  const limits = numberIsFinite(mode) ? ': >= 0 && <= 7' : '';
  throw withMessage(new codes.ERR_OUT_OF_RANGE('mode', '>= 0 && <= 7', mode), `mode is out of range${limits}`);
}

function withMessage(error, message) {
  error.message = message;
  return error;
}

module.exports = {
  pathOf, bytesOfName, nameDecoder, descriptorOf, isDescriptor, viewOf: bytes.viewOf, putBytes: bytes.putBytes, bytesOf, buffersOf, toUnixTimestamp, ownerOf, positionOf,
  accessModeOf,
};
