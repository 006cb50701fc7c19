'use strict';
// Sockets and servers in the transfer list of a message: the receiver gets another descriptor of the same socket, and this side closes
// its own. Only what can move without loss: nothing read, nothing written, not connecting; a server that listens.

const { codes } = require('core/errors');
const { TCP, openListener, openStream } = require('net/handle');

// A transfer as messaging/writer expects it (core/cloneable). `abort` is called instead of `commit` if the message cannot be sent.
function transferOf(handle, kind, options, commit) {
  const fd = handle.duplicate();
  if (fd < 0) throw require('core/system_errors').errnoException(fd, 'dup');
  return {
    parts: [kind, fd, options],
    ports: [],
    descriptors: [fd],
    commit() {
      handle.close();
      commit();
    },
    abort() { binding('child_process').closeFd(fd); },
    discard(created) {
      if (kind === 'server') created.close();
      else created.destroy();
    },
  };
}

function transferSocket(socket) {
  const { _handle: handle } = socket;
  if (!(handle instanceof TCP) || socket.destroyed || socket.connecting || socket.bytesRead > 0 || socket.bytesWritten > 0 ||
      socket.readableLength > 0 || socket.writableLength > 0 || socket.readableEncoding !== null) {
    throw new codes.ERR_WORKER_HANDLE_NOT_TRANSFERABLE('net.Socket');
  }
  return transferOf(handle, 'socket', { allowHalfOpen: socket.allowHalfOpen }, () => {
    socket._handle = null;
    socket.destroy();
  });
}

function transferServer(server) {
  const { _handle: handle, allowHalfOpen, pauseOnConnect, noDelay, keepAlive, highWaterMark } = server;
  if (!handle || handle.isPipe !== false) throw new codes.ERR_WORKER_HANDLE_NOT_TRANSFERABLE('net.Server');
  const keepAliveInitialDelay = server.keepAliveInitialDelay * 1000;
  return transferOf(handle, 'server', { allowHalfOpen, pauseOnConnect, noDelay, keepAlive, keepAliveInitialDelay, highWaterMark }, () => {
    server._handle = null;
  });
}

function receiveSocket(fd, options) {
  return new (require('net').Socket)({ handle: openStream(fd), ...options });
}

function receiveServer(fd, options) {
  return new (require('net').Server)(options).listen(openListener(fd));
}

module.exports = { receiveServer, receiveSocket, transferServer, transferSocket };
