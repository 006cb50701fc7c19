'use strict';
// Sockets and servers that are sent with a message: what is sent, and what the receiver creates.

const { ERR_INVALID_HANDLE_TYPE } = require('core/errors').codes;
const native = binding('child_process');

const ignore = () => {};

// A server handle that does not listen yet cannot be recognized by the receiver.
const LISTENER = 'net.NativeListener';

function handleTypeOf(handle) {
  const net = require('net');
  const { Listener, StreamHandle } = require('net/handle');
  if (handle instanceof net.Socket) return 'net.Socket';
  if (handle instanceof net.Server) return 'net.Server';
  if (handle instanceof StreamHandle) return 'net.Native';
  if (handle instanceof Listener) return LISTENER;
  if (require.has('dgram/handle')) {
    if (handle instanceof require('dgram').Socket) return 'dgram.Socket';
    if (handle instanceof require('dgram/handle').UDP) return 'dgram.Native';
  }
  throw new ERR_INVALID_HANDLE_TYPE();
}

// The message and handle to write; undefined if the handle is closed. `closesAfterSend`: to be closed here once the peer has it.
function prepare(target, message, handle, options) {
  const type = handleTypeOf(handle);
  const wrapped = { cmd: 'NODE_HANDLE', type, msg: message };
  if (type === 'net.Native' || type === LISTENER) return { message: wrapped, handle, closesAfterSend: false };
  if (type === 'dgram.Native' || type === 'dgram.Socket') return prepareDatagram(type, wrapped, handle);
  if (!handle._handle) return undefined;
  const prepared = { message: wrapped, handle: handle._handle, closesAfterSend: type === 'net.Socket' && !options.keepOpen };
  if (type === 'net.Socket') detach(target, handle, wrapped, options);
  return prepared;
}

// The socket belongs to the receiving process from now on, unless `keepOpen` is set.
function detach(target, socket, message, options) {
  const { server } = socket;
  if (server) {
    message.key = server._connectionKey;
    const { SocketListSend, socketListFor } = require('child_process/socket_lists');
    socketListFor(target, 'send', message.key, (list) => server._setupWorker?.(list), SocketListSend);
    if (!options.keepOpen) server._connections--;
  }
  if (options.keepOpen) return;
  const handle = socket._handle;
  handle.readStop();
  handle.onread = ignore;
  socket._handle = null;
  socket.setTimeout(0);
}

// The socket stays open on this side, too.
function prepareDatagram(type, message, socket) {
  const handle = type === 'dgram.Native' ? socket : socket[require('dgram/handle').kState].handle;
  if (handle === null) return undefined;
  message.dgramType = `udp${handle.family}`;
  return { message, handle, closesAfterSend: false };
}

function receive(target, message, fd, emit) {
  switch (message.type) {
    case 'net.Server': return receiveServer(fd, emit);
    case 'net.Socket': return receiveSocket(target, message, fd, emit);
    case LISTENER: return emit(require('net/handle').openListener(fd));
    case 'dgram.Native': return emit(require('dgram/handle').createOpenHandle(message.dgramType, fd));
    case 'dgram.Socket': return receiveDatagramSocket(message, fd, emit);
    case 'net.Native': return emit(native.isListening(fd) ? require('net/handle').openListener(fd) : require('net/handle').openStream(fd));
    default:
      native.closeFd(fd);
      throw new ERR_INVALID_HANDLE_TYPE();
  }
}

function receiveDatagramSocket({ dgramType }, fd, emit) {
  const socket = require('dgram').createSocket(dgramType);
  socket.bind({ fd, exclusive: true }, () => emit(socket));
}

function receiveServer(fd, emit) {
  const server = new (require('net').Server)();
  server.listen(require('net/handle').openListener(fd), () => emit(server));
}

function receiveSocket(target, message, fd, emit) {
  const handle = require('net/handle').openStream(fd);
  const socket = new (require('net').Socket)({ handle, readable: true, writable: true });
  if (message.key) {
    const { SocketListReceive, socketListFor } = require('child_process/socket_lists');
    socketListFor(target, 'got', message.key, ignore, SocketListReceive).add(socket);
  }
  emit(socket);
}

module.exports = { prepare, receive };
