'use strict';
// Arguments and results of datagram sockets.

const { arrayBufferStaticIsView, arrayIsArray, arrayMap } = require('core/intrinsics');
const { codes } = require('core/errors');
const { Buffer } = require('buffer');

const KINDS = ['Buffer', 'TypedArray', 'DataView', 'string'];

// A slice of a message.
function sliceBuffer(buffer, offset, length) {
  if (typeof buffer === 'string') buffer = Buffer.from(buffer);
  else if (!arrayBufferStaticIsView(buffer)) throw new codes.ERR_INVALID_ARG_TYPE('buffer', KINDS, buffer);
  offset >>>= 0;
  length >>>= 0;
  if (offset > buffer.byteLength) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (offset + length > buffer.byteLength) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('length');
  return new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
}

// A message as a list of buffers, never empty.
function bytesOf(message) {
  if (typeof message === 'string') return [Buffer.from(message)];
  if (arrayBufferStaticIsView(message)) return [message];
  if (!arrayIsArray(message)) throw new codes.ERR_INVALID_ARG_TYPE('buffer', KINDS, message);
  if (message.length === 0) return [Buffer.alloc(0)];
  return arrayMap(message, (part) => {
    if (typeof part === 'string') return Buffer.from(part);
    if (!arrayBufferStaticIsView(part)) throw new codes.ERR_INVALID_ARG_TYPE('buffer list arguments', KINDS, message);
    return part;
  });
}

function addressText(handle, method) {
  const out = {};
  const status = handle.fd === -1 ? -9 : handle[method](out);
  if (status !== 0) throw require('core/system_errors').errnoException(status, method);
  return out;
}

// Node's name for the type of a descriptor.
function descriptorType(fd) {
  const fs = require('fs');
  let stats;
  try {
    stats = fs.fstatSync(fd);
  } catch {
    return 'UNKNOWN';
  }
  if (require('tty').isatty(fd)) return 'TTY';
  if (stats.isFile() || stats.isCharacterDevice()) return 'FILE';
  if (stats.isFIFO()) return 'PIPE';
  return stats.isSocket() ? 'TCP' : 'UNKNOWN';
}

module.exports = { addressText, bytesOf, descriptorType, sliceBuffer };
