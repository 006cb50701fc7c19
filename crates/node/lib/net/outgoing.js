'use strict';
// From the writable side of a socket to the handle. A write is tried at once; usually the system accepts all of it and there is
// nothing to wait for. Chunks buffered together are written with one call.

const { arrayIsArray } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { kUpdateTimer } = require('net/incoming');

const lazyBuffer = () => require('buffer').Buffer;
const systemErrors = () => require('core/system_errors');

const kLastWriteQueueSize = Symbol('lastWriteQueueSize');

// Writes one chunk or, if `writev`, a list of { chunk, encoding }. Waits while the socket is connecting.
function writeGeneric(socket, writev, data, encoding, callback) {
  if (socket.connecting) {
    socket._pendingData = data;
    socket._pendingEncoding = encoding;
    const onClose = () => callback(new codes.ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
    socket.once('connect', function onConnect() {
      socket.off('close', onClose);
      socket._writeGeneric(writev, data, encoding, callback);
    });
    socket.once('close', onClose);
    return;
  }
  socket._pendingData = null;
  socket._pendingEncoding = '';
  const handle = socket._handle;
  if (handle === null || handle === undefined) {
    callback(new codes.ERR_SOCKET_CLOSED());
    return false;
  }
  socket[kUpdateTimer]();
  afterWriteDispatched(socket, handle, writev ? writeMany(handle, data) : writeSingle(handle, data, encoding), callback);
}

// Handles the status of a write.
function afterWriteDispatched(socket, handle, status, callback) {
  if (status === 0) {
    callback();
  } else if (status === 1) {
    socket[kLastWriteQueueSize] = handle.writeQueueSize;
    handle.onwritten = (result) => afterWrite(socket, result, callback);
  } else {
    callback(systemErrors().errnoException(status, 'write'));
  }
}

function afterWrite(socket, status, callback) {
  if (status < 0) {
    callback(systemErrors().errnoException(status, 'write'));
    return;
  }
  if (!socket.destroyed) socket[kUpdateTimer]();
  socket[kLastWriteQueueSize] = 0;
  callback(null);
}

function writeSingle(handle, data, encoding) {
  if (typeof data !== 'string') return handle.write(data);
  switch (encoding) {
    case 'utf8':
    case 'utf-8':
      return handle.writeText(data, false);
    case 'latin1':
    case 'binary':
    case 'ascii':
      return handle.writeText(data, true);
    default:
      return handle.write(lazyBuffer().from(data, encoding));
  }
}

const isUtf8 = (encoding) => encoding === 'utf8' || encoding === 'utf-8';

function writeMany(handle, data) {
  const chunks = new Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const { chunk, encoding } = data[i];
    chunks[i] = typeof chunk !== 'string' || isUtf8(encoding) ? chunk : lazyBuffer().from(chunk, encoding);
  }
  return handle.writev(chunks);
}

// The bytes written and those still buffered, each chunk counted by its byte length.
function countWritten(socket) {
  let bytes = socket._bytesDispatched;
  const buffered = socket.writableBuffer;
  if (!buffered) return undefined;
  for (const { chunk, encoding } of each(buffered)) bytes += sizeOf(chunk, encoding);
  const pending = socket._pendingData;
  if (arrayIsArray(pending)) {
    for (const part of each(pending)) bytes += sizeOf(part.chunk ?? part, part.encoding);
  } else if (pending) {
    bytes += sizeOf(pending, socket._pendingEncoding);
  }
  return bytes;
}

const sizeOf = (chunk, encoding) => (typeof chunk === 'string' ? lazyBuffer().byteLength(chunk, encoding) : chunk.byteLength);

module.exports = { afterWriteDispatched, countWritten, kLastWriteQueueSize, writeGeneric };
