'use strict';
// What the functions of fs accept: paths, descriptors, data, times.

const { codes } = require('core/errors');
const { validateInt32, validateInteger } = require('core/validate');

function pathOf(path, name = 'path') {
  if (path !== null && typeof path === 'object') {
    if (path instanceof Uint8Array) path = Buffer.from(path.buffer, path.byteOffset, path.byteLength).toString();
    else if (typeof path.href === 'string' && typeof path.pathname === 'string') path = require('url/file_urls').toPathIfFileURL(path);
  }
  if (typeof path !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
  if (path.includes('\0')) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, path, 'must be a string, Uint8Array, or URL without null bytes');
  }
  return path;
}

function descriptorOf(fd) {
  validateInt32(fd, 'fd', 0);
  return fd;
}

// A path, or a descriptor that is open already.
const fileOf = (path) => (typeof path === 'number' ? descriptorOf(path) : pathOf(path));

const viewOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

function bytesOf(data, encoding) {
  if (typeof data === 'string') return Buffer.from(data, encoding || 'utf8');
  if (ArrayBuffer.isView(data)) return viewOf(data);
  throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

function buffersOf(buffers) {
  if (!Array.isArray(buffers) || !buffers.every((buffer) => ArrayBuffer.isView(buffer))) {
    throw new codes.ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
  }
  return buffers;
}

// Seconds, from a Date, a number or a text that is one.
function secondsOf(time, name = 'time') {
  if (typeof time === 'string' && +time == time) return +time; // eslint-disable-line eqeqeq
  if (Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
  if (require('util').types.isDate(time)) return Date.prototype.getTime.call(time) / 1000;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'], time);
}

function ownerOf(id, name) {
  validateInteger(id, name, -1, 4294967295);
  return id;
}

// -1 is "where the file stands".
function positionOf(position) {
  if (position === undefined || position === null) return -1;
  if (typeof position === 'number') {
    validateInteger(position, 'position', -1);
    return position;
  }
  if (typeof position === 'bigint') {
    if (position < -1n || position > 2n ** 63n - 1n) {
      throw new codes.ERR_OUT_OF_RANGE('position', `>= -1 && <= ${2n ** 63n - 1n}`, position);
    }
    return Number(position);
  }
  throw new codes.ERR_INVALID_ARG_TYPE('position', ['integer', 'bigint'], position);
}

function accessModeOf(mode, most) {
  if (mode === undefined || mode === null) return 0;
  validateInteger(mode, 'mode');
  if (mode < 0 || mode > most) {
    const error = new codes.ERR_OUT_OF_RANGE('mode', `>= 0 && <= ${most}`, mode);
    error.message = `mode is out of range: >= 0 && <= ${most}`;
    throw error;
  }
  return mode;
}

module.exports = {
  pathOf, fileOf, descriptorOf, viewOf, bytesOf, buffersOf, secondsOf, ownerOf, positionOf, accessModeOf,
};
