'use strict';
// read, write, readv and writev, with callbacks and synchronous, with all the overloads of Node.

const globals = require('globals');
const { arrayBufferStaticIsView, arrayMap, arraySlice } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const native = binding('fs');
const { codes } = require('core/errors');
const { registerRequest } = require('loop/requests');
const { validateFunction, validateInteger, validateObject } = require('core/validate');
const fsArguments = require('fs/arguments');

const { descriptorOf, positionOf, putBytes, viewOf } = fsArguments;
const BUFFERS = ['Buffer', 'TypedArray', 'DataView'];
const PROVIDER = 'FSReqCallback';

// ---- read

function validateBuffer(buffer) {
  if (!arrayBufferStaticIsView(buffer)) throw new codes.ERR_INVALID_ARG_TYPE('buffer', BUFFERS, buffer);
  return buffer;
}

// (buffer, offset, length, position), validated, with defaults applied. null: nothing to read.
function checkedRead(buffer, offset, length, position) {
  validateBuffer(buffer);
  if (offset === undefined || offset === null) offset = 0;
  else validateInteger(offset, 'offset', 0);
  length = toInt32(length);
  // Node checks the position of a read of no bytes, too.
  position = positionOf(position, length);
  if (length === 0) return null;
  if (buffer.byteLength === 0) throw new codes.ERR_INVALID_ARG_VALUE('buffer', buffer, 'is empty and cannot be written');
  checkRange(buffer.byteLength, offset, length);
  return { buffer, offset, length, position };
}

// As in Node, lengths are converted with `length | 0`.
function toInt32(length) {
  return length | 0; // eslint-disable-line no-bitwise
}

function checkRange(size, offset, length) {
  if (length < 0) throw new codes.ERR_OUT_OF_RANGE('length', '>= 0', length);
  if (offset + length > size) throw new codes.ERR_OUT_OF_RANGE('length', `<= ${size - offset}`, length);
}

// read(fd, buffer, offset, length, position, callback), read(fd, buffer[, options], callback), read(fd[, options], callback).
function read(fd, buffer, offset, length, position, callback) {
  descriptorOf(fd);
  if (arguments.length <= 4) {
    ({ buffer, offset, length, position, callback } = readOverload(arguments, buffer, offset, length));
  }
  validateBuffer(buffer);
  validateFunction(callback, 'cb');
  const params = checkedRead(buffer, offset, length, position);
  if (params === null) {
    globals.process.nextTick(callback, null, 0, buffer);
    return;
  }
  readAsync(fd, params, callback);
}

function readOverload(args, buffer, offset, length) {
  if (args.length === 4) return optionsOfRead(buffer, offset, length);
  if (args.length === 3) {
    // (fd, buffer, callback) or (fd, options, callback)
    return arrayBufferStaticIsView(buffer) ? optionsOfRead(buffer, undefined, offset) : optionsOfRead(undefined, buffer, offset);
  }
  return optionsOfRead(undefined, undefined, buffer);
}

function optionsOfRead(buffer, options, callback) {
  if (options !== undefined && options !== null) validateObject(options, 'options', { allowArray: false });
  if (buffer === undefined) buffer = options?.buffer === undefined ? globals.Buffer.alloc(16384) : options.buffer;
  validateBuffer(buffer);
  const { offset = 0, length = buffer.byteLength - offset, position = null } = options ?? {};
  return { buffer, offset, length, position, callback };
}

function readAsync(fd, { buffer, offset, length, position }, callback) {
  native.read(registerRequest((error, bytes) => {
    if (error !== null && error !== undefined) {
      callback(error, undefined, undefined);
      return;
    }
    putBytes(buffer, bytes, offset);
    callback(null, bytes.length, buffer);
  }, PROVIDER), fd, length, position);
}

function readSync(fd, buffer, offset, length, position) {
  descriptorOf(fd);
  validateBuffer(buffer);
  if (arguments.length <= 3 || (offset !== null && typeof offset === 'object')) {
    if (offset !== undefined && offset !== null) validateObject(offset, 'options');
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset ?? {});
  }
  const params = checkedRead(buffer, offset, length, position);
  if (params === null) return 0;
  return native.readInto(undefined, fd, viewOf(buffer), params.offset, params.length, params.position);
}

// ---- write

// (buffer, offset | options, length, position) of a write from a buffer.
function checkedWrite(buffer, offset, length, position) {
  if (offset !== null && typeof offset === 'object') {
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset);
  }
  if (offset === undefined || offset === null || typeof offset === 'function') offset = 0;
  else validateInteger(offset, 'offset', 0);
  if (typeof length !== 'number') length = buffer.byteLength - offset;
  if (offset > buffer.byteLength) throw new codes.ERR_OUT_OF_RANGE('offset', `<= ${buffer.byteLength}`, offset);
  if (length > buffer.byteLength - offset) throw new codes.ERR_OUT_OF_RANGE('length', `<= ${buffer.byteLength - offset}`, length);
  validateLength(length);
  return { offset, length, position: typeof position === 'number' ? position : -1 };
}

function validateLength(length) {
  if (length < 0) throw new codes.ERR_OUT_OF_RANGE('length', '>= 0', length);
  require('core/validate').validateInt32(length, 'length', 0);
}

function checkWritable(buffer) {
  if (arrayBufferStaticIsView(buffer)) return true;
  if (typeof buffer !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['string', ...each(BUFFERS)], buffer);
  return false;
}

function encodingOf(text, encoding) {
  const name = encoding || 'utf8';
  if (name === 'hex' && text.length % 2 !== 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding, `is invalid for data of length ${text.length}`);
  }
  return name;
}

// write(fd, buffer[, offset[, length[, position]]], callback), write(fd, buffer, options, callback),
// write(fd, string[, position[, encoding]], callback).
function write(fd, buffer, offset, length, position, callback) {
  descriptorOf(fd);
  if (checkWritable(buffer)) {
    callback ||= position || length || offset;
    validateFunction(callback, 'cb');
    const params = checkedWrite(buffer, offset, length, position);
    writeAsync(fd, viewOf(buffer), params.offset, params.length, params.position, buffer, callback);
    return;
  }
  // For a string, `offset` is the position and `length` the encoding.
  if (typeof position !== 'function') {
    if (typeof offset === 'function') {
      position = offset;
      offset = null;
      length = 'utf8';
    } else {
      position = length;
      length = 'utf8';
    }
  }
  const bytes = globals.Buffer.from(buffer, encodingOf(buffer, length));
  validateFunction(position, 'cb');
  writeAsync(fd, bytes, 0, bytes.length, typeof offset === 'number' ? offset : -1, buffer, position);
}

function writeAsync(fd, bytes, offset, length, position, subject, callback) {
  native.write(registerRequest((error, written) => {
    if (error !== null && error !== undefined) callback(error, 0, subject);
    else callback(null, written, subject);
  }, PROVIDER), fd, bytes, offset, length, position);
}

function writeSync(fd, buffer, offset, length, position) {
  descriptorOf(fd);
  if (checkWritable(buffer)) {
    const params = checkedWrite(buffer, offset, length, position);
    return native.write(undefined, fd, viewOf(buffer), params.offset, params.length, params.position);
  }
  const bytes = globals.Buffer.from(buffer, encodingOf(buffer, length));
  return native.write(undefined, fd, bytes, 0, bytes.length, typeof offset === 'number' ? offset : -1);
}

// ---- readv, writev

const toPosition = (position) => (typeof position === 'number' ? position : -1);

function sizeOf(buffers) {
  let total = 0;
  for (const buffer of each(buffers)) total += buffer.byteLength;
  return total;
}

// Uses the sizes that the buffers had at the call: the bytes of a buffer detached meanwhile are dropped.
function scatter(bytes, buffers, sizes) {
  let at = 0;
  for (let index = 0; index < sizes.length && at < bytes.length; index++) {
    putBytes(buffers[index], bytes.subarray(at, at + sizes[index]));
    at += sizes[index];
  }
  return bytes.length;
}

const sizesOf = (buffers) => arrayMap(buffers, (buffer) => buffer.byteLength);

const gather = (buffers) => (buffers.length === 1 ? viewOf(buffers[0]) : globals.Buffer.concat(arrayMap(buffers, viewOf)));

function readv(fd, buffers, position, callback) {
  descriptorOf(fd);
  fsArguments.buffersOf(buffers);
  callback ||= position;
  validateFunction(callback, 'cb');
  // The program may modify its array meanwhile.
  const into = arraySlice(buffers);
  const sizes = sizesOf(into);
  native.read(registerRequest((error, bytes) => {
    if (error !== null && error !== undefined) callback(error, 0, buffers);
    else callback(null, scatter(bytes, into, sizes), buffers);
  }, PROVIDER), fd, sizeOf(buffers), toPosition(position));
}

function writev(fd, buffers, position, callback) {
  descriptorOf(fd);
  fsArguments.buffersOf(buffers);
  callback ||= position;
  validateFunction(callback, 'cb');
  if (buffers.length === 0) {
    globals.process.nextTick(callback, null, 0, buffers);
    return;
  }
  const bytes = gather(buffers);
  writeAsync(fd, bytes, 0, bytes.length, toPosition(position), buffers, callback);
}

function readvSync(fd, buffers, position) {
  descriptorOf(fd);
  fsArguments.buffersOf(buffers);
  return scatter(native.read(undefined, fd, sizeOf(buffers), toPosition(position)), buffers, sizesOf(buffers));
}

function writevSync(fd, buffers, position) {
  descriptorOf(fd);
  fsArguments.buffersOf(buffers);
  if (buffers.length === 0) return 0;
  const bytes = gather(buffers);
  return native.write(undefined, fd, bytes, 0, bytes.length, toPosition(position));
}

module.exports = { read, readSync, write, writeSync, readv, readvSync, writev, writevSync, checkedRead, checkedWrite };
