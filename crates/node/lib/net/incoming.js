'use strict';
// From the handle to the readable side of a socket.
//
// Each read is pushed as one chunk; when the stream's buffer is full, the handle stops reading until _read() is called. With the
// option `onread` the bytes are copied to the program's own buffer instead and passed to its callback.

const { UV_EOF, takeBytes, viewOf } = require('net/handle');

const kBuffer = Symbol('kBuffer');
const kBufferCb = Symbol('kBufferCb');
const kBufferGen = Symbol('kBufferGen');
const kUpdateTimer = Symbol('kUpdateTimer');

const errnoException = (status, syscall) => require('core/system_errors').errnoException(status, syscall);

// handle.onread of a socket's handle.
function onRead(count, source) {
  const socket = this.owner;
  if (count > 0) {
    if (socket.destroyed) return;
    socket[kUpdateTimer]();
    const wantsMore = socket[kBufferCb] === null ? socket.push(takeBytes(source, 0, count)) : fillBuffer(socket, source, count);
    if (!wantsMore) stopReading(socket, this);
  } else if (count !== UV_EOF) {
    socket.destroy(errnoException(count, 'read'));
  } else {
    socket[kUpdateTimer]();
    if (!socket._readableState.endEmitted) {
      socket.push(null);
      socket.read(0);
    }
  }
}

function stopReading(socket, handle) {
  if (!handle.reading) return;
  handle.reading = false;
  if (socket.destroyed) return;
  const status = handle.readStop();
  if (status) socket.destroy(errnoException(status, 'read'));
}

function startReading(socket) {
  const handle = socket._handle;
  handle.reading = true;
  const status = handle.readStart();
  if (status) socket.destroy(errnoException(status, 'read'));
}

// A read is never larger than the program's buffer (setReadSize). If the callback returns false, stop reading.
function fillBuffer(socket, source, count) {
  const buffer = socket[kBuffer];
  // The program may have detached it meanwhile.
  require('core/bytes').putBytes(buffer, viewOf(source, 0, count));
  const wantsMore = socket[kBufferCb](count, buffer) !== false;
  if (socket[kBufferGen] !== null) nextBuffer(socket);
  return wantsMore;
}

function nextBuffer(socket) {
  const buffer = socket[kBufferGen]();
  if (!(buffer instanceof Uint8Array)) return;
  socket[kBuffer] = buffer;
  socket._handle?.setReadSize(buffer.length);
}

// The option `onread`; invalid forms of it are ignored, as in Node.
function initOnread(socket, onread) {
  socket[kBuffer] = null;
  socket[kBufferCb] = null;
  socket[kBufferGen] = null;
  if (onread === null || typeof onread !== 'object' || typeof onread.callback !== 'function') return;
  if (!(onread.buffer instanceof Uint8Array) && typeof onread.buffer !== 'function') return;
  if (typeof onread.buffer === 'function') {
    socket[kBuffer] = true;
    socket[kBufferGen] = onread.buffer;
  } else {
    socket[kBuffer] = onread.buffer;
  }
  socket[kBufferCb] = onread.callback;
}

// Called once there is a handle: sets its read size, and gets the first buffer from a generator.
function initUserBuffer(socket) {
  if (socket[kBufferGen] !== null) nextBuffer(socket);
  else if (socket[kBuffer] !== null) socket._handle.setReadSize(socket[kBuffer].length);
}

module.exports = { kBuffer, kUpdateTimer, onRead, initUserBuffer, startReading, stopReading, initOnread };
