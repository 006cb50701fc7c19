'use strict';
// Writes a message to the handle directly, bypassing the buffer of the socket's writable side. That buffer is empty, so the order
// is preserved; what the system does not accept is queued there.

const { Socket } = require('net/socket');
const { kTimeout } = require('net/idle_timeout');
const { bits, kState } = require('stream/writable_state');

const { Pipe, TCP } = require('net/handle');
const { afterWriteDispatched } = require('net/outgoing');

const native = binding('net');
const { write, _write } = Socket.prototype;

const BUSY_MASK = bits.WRITING | bits.CORKED | bits.DESTROYED | bits.ERRORED | bits.ENDING | bits.BUFFERED | bits.NEED_DRAIN;

// Whether write() was not replaced.
const hasBuiltinWrite = (socket) => socket?.write === write;

// Whether nothing is between a write and the socket's handle.
function canWriteDirectly(socket) {
  if (socket.write !== write || socket._write !== _write || socket.connecting) return false;
  const state = socket._writableState;
  if ((state[kState] & BUSY_MASK) !== 0 || state.length !== 0) return false;
  const handle = socket._handle;
  if (handle === null || handle === undefined || handle.isClosed) return false;
  return handle.constructor === TCP || handle.constructor === Pipe;
}

// Writes a string, the body (a string or bytes), and a string. True: written completely. Otherwise the message's onFinish() runs
// later.
function writeDirectly(socket, head, body, tail, message) {
  const handle = socket._handle;
  const isText = typeof body === 'string';
  const status = isText ?
    native.writeText(handle.id, head + body + tail, false) :
    native.writeHttpMessage(handle.id, head, body, tail);
  if (socket[kTimeout] !== null) socket._unrefTimer();
  if (status === 0) return true;
  // The rest becomes a write of the socket that is already in progress.
  socket._write = (data, encoding, done) => afterWriteDispatched(socket, handle, status, done);
  try {
    socket.write(isText ? head + body + tail : body, (error) => require('http/outgoing').onFinish(message, error));
  } finally {
    delete socket._write;
  }
  return false;
}

module.exports = { canWriteDirectly, hasBuiltinWrite, writeDirectly };
