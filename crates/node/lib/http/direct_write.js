'use strict';
// A message that goes from the program to the system in one step, past the queue of the socket's writable side. That queue
// is empty, so there is nothing to get in front of; what the system does not take is put there.

const { Socket } = require('net/socket');
const { kTimeout } = require('net/idle_timeout');
const { bits, kState } = require('stream/writable_state');

const { Pipe, TCP } = require('net/handle');
const { afterWriteDispatched } = require('net/outgoing');

const native = binding('net');
const { write, _write } = Socket.prototype;

const BUSY_MASK = bits.WRITING | bits.CORKED | bits.DESTROYED | bits.ERRORED | bits.ENDING | bits.BUFFERED | bits.NEED_DRAIN;

// Whether the socket writes as sockets do.
const hasBuiltinWrite = (socket) => socket?.write === write;

// Whether nothing of the socket's own stands between a write and its handle.
function canWriteDirectly(socket) {
  if (socket.write !== write || socket._write !== _write || socket.connecting) return false;
  const state = socket._writableState;
  if ((state[kState] & BUSY_MASK) !== 0 || state.length !== 0) return false;
  const handle = socket._handle;
  if (handle === null || handle === undefined || handle.isClosed) return false;
  return handle.constructor === TCP || handle.constructor === Pipe;
}

// A text before, the body (text or bytes), a text after. True: the system has it all. Else the message hears of
// it later.
function writeDirectly(socket, head, body, tail, message) {
  const handle = socket._handle;
  const isText = typeof body === 'string';
  const status = isText ?
    native.writeText(handle.id, head + body + tail, false) :
    native.writeFramed(handle.id, head, body, tail);
  if (socket[kTimeout] !== null) socket._unrefTimer();
  if (status === 0) return true;
  // What is left is the socket's to wait for: a write of its own, that is under way already.
  socket._write = (data, encoding, done) => afterWriteDispatched(socket, handle, status, done);
  try {
    socket.write(isText ? head + body + tail : body, (error) => require('http/outgoing').onFinish(message, error));
  } finally {
    delete socket._write;
  }
  return false;
}

module.exports = { canWriteDirectly, hasBuiltinWrite, writeDirectly };
