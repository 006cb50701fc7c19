'use strict';
// node:dgram. A socket is unbound, binding, or bound; connecting and sending bind it first, and operations started meanwhile are
// queued. Names are looked up; even an address takes a tick, so that 'listening' is never emitted before bind() returns.

const {
  arrayFindLast, arrayPush, arrayReduce, arrayShift, numberIsInteger, objectSetPrototypeOf, stringToLowerCase,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const EventEmitter = require('events');
const { codes } = require('core/errors');
const validate = require('core/validate');
const { nextTick } = require('loop/ticks');
const { isIP } = require('net/address');
const { UDP, isDatagramSocket, kState, sender, takeDatagram } = require('dgram/handle');
const { addressText, bytesOf, descriptorType, sliceBuffer } = require('dgram/arguments');

const systemErrors = () => require('core/system_errors');

const UNBOUND = 0;
const BINDING = 1;
const BOUND = 2;

const DISCONNECTED = 0;
const CONNECTING = 1;
const CONNECTED = 2;

// libuv's flags.
const IPV6_ONLY = 1;
const REUSE_ADDRESS = 4;
const REUSE_PORT = 8;

function Socket(type, listener) {
  call0(EventEmitter, this);
  const options = type !== null && typeof type === 'object' ? type : {};
  if (options === type) type = options.type;
  const { lookup, recvBufferSize, sendBufferSize, receiveBlockList, sendBlockList, signal } = options;
  if (lookup !== undefined) validate.validateFunction(lookup, 'lookup');
  checkType(type);
  checkBlockList(receiveBlockList, 'options.receiveBlockList');
  checkBlockList(sendBlockList, 'options.sendBlockList');
  if (recvBufferSize !== undefined) validate.validateNumber(recvBufferSize, 'options.recvBufferSize');
  if (sendBufferSize !== undefined) validate.validateNumber(sendBufferSize, 'options.sendBufferSize');
  this.type = type;
  const handle = new UDP(type === 'udp4' ? 4 : 6);
  this[kState] = {
    handle,
    receiving: false,
    bindState: UNBOUND,
    connectState: DISCONNECTED,
    queue: undefined,
    reuseAddr: options.reuseAddr,
    reusePort: options.reusePort,
    ipv6Only: options.ipv6Only,
    recvBufferSize,
    sendBufferSize,
    receiveBlockList,
    sendBlockList,
    lookup,
  };
  attachHandle(this, handle);
  if (typeof listener === 'function') this.on('message', listener);
  if (signal !== undefined) closeOnAbort(this, signal);
  if (require.has('diagnostics_channel')) require('net/diagnostics').datagramSocket(this);
}
objectSetPrototypeOf(Socket.prototype, EventEmitter.prototype);
objectSetPrototypeOf(Socket, EventEmitter);

function checkType(type) {
  if (type !== 'udp4' && type !== 'udp6') throw new codes.ERR_SOCKET_BAD_TYPE();
}

function checkBlockList(list, name) {
  if (list && !require('net').BlockList.isBlockList(list)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'net.BlockList', list);
  }
}

function closeOnAbort(socket, signal) {
  validate.validateAbortSignal(signal, 'options.signal');
  const close = () => {
    if (socket[kState].handle !== null) socket.close();
  };
  if (signal.aborted) {
    close();
  } else {
    const disposable = require('events').addAbortListener(signal, close);
    socket.once('close', disposable[Symbol.dispose]);
  }
}

// The handle; throws if the socket is closed.
function openHandle(socket) {
  const { handle } = socket[kState];
  if (handle === null) throw new codes.ERR_SOCKET_DGRAM_NOT_RUNNING();
  return handle;
}

// callback(error, ip)
function findAddress(socket, address, callback) {
  const family = socket.type === 'udp4' ? 4 : 6;
  const name = address || (family === 4 ? '127.0.0.1' : '::1');
  const { lookup } = socket[kState];
  // An address of the socket's own family needs no lookup, whatever a program made of dns.lookup().
  if (lookup === undefined && isIP(name) === family) nextTick(callback, null, name);
  else (lookup ?? require('dns').lookup)(name, family, callback);
}

// ---- bind

Socket.prototype.bind = function(port, address, ...rest) {
  openHandle(this);
  const state = this[kState];
  if (state.bindState !== UNBOUND) throw new codes.ERR_SOCKET_ALREADY_BOUND();
  state.bindState = BINDING;
  const callback = arrayFindLast([port, address, ...each(rest)], (argument) => argument !== undefined);
  if (typeof callback === 'function') onceBound(this, callback);
  if (port !== null && typeof port === 'object' && numberIsInteger(port.fd) && port.fd > 0) {
    if (isShared(state, port)) bindDescriptorInCluster(this, port.fd);
    else bindDescriptor(this, port.fd);
    return this;
  }
  const usesCluster = isShared(state, port);
  if (port !== null && typeof port === 'object') {
    ({ port, address } = port);
  } else {
    address = typeof address === 'function' ? '' : address;
  }
  // The unspecified address by default.
  const bindAddress = address || (this.type === 'udp4' ? '0.0.0.0' : '::');
  findAddress(this, bindAddress, (error, ip) => {
    // Closed meanwhile.
    if (state.handle === null) return;
    if (error) {
      state.bindState = UNBOUND;
      this.emit('error', error);
      return;
    }
    const fail = (status) => systemErrors().exceptionWithHostPort(status, 'bind', ip, port);
    if (usesCluster) {
      bindInCluster(this, { address: ip, port, addressType: this.type, fd: -1, flags: flagsOf(state) }, fail);
      return;
    }
    const status = bindHandle(state, ip, port);
    if (status !== 0) {
      state.bindState = UNBOUND;
      this.emit('error', fail(status));
      return;
    }
    startReceiving(this);
    this.emit('listening');
  });
  return this;
};

const flagsOf = (state) => (state.reuseAddr ? REUSE_ADDRESS : 0) | (state.ipv6Only ? IPV6_ONLY : 0) |
    (state.reusePort ? REUSE_PORT : 0);

const bindHandle = (state, ip, port) => state.handle.bind(ip, port & 0xffff, flagsOf(state));

// In a cluster worker the primary owns the ports, unless the worker wants one exclusively.
const isShared = (state, options) => require.has('cluster/child') && !options?.exclusive && !state.reusePort;

// The primary's handle replaces the one created here.
function bindInCluster(socket, query, makeError) {
  const state = socket[kState];
  require('cluster')._getServer(socket, query, (status, handle) => {
    if (status !== 0) {
      state.bindState = UNBOUND;
      socket.emit('error', makeError(status));
    } else if (state.handle === null) {
      handle.close();
    } else {
      if (!state.handle.isReferenced) handle.unref();
      state.handle.close();
      attachHandle(socket, handle);
      startReceiving(socket);
      socket.emit('listening');
    }
  });
}

function bindDescriptorInCluster(socket, fd) {
  bindInCluster(socket, { address: null, port: null, addressType: socket.type, fd, flags: null },
    (status) => systemErrors().errnoException(status, 'open'));
}

function attachHandle(socket, handle) {
  socket[kState].handle = handle;
  handle.owner = socket;
  handle.onreceived = (count) => receive(socket, count);
}

// Calls back on 'listening', unless there is an error first.
function onceBound(socket, callback) {
  const stop = () => {
    socket.removeListener('error', stop);
    socket.removeListener('listening', bound);
  };
  const bound = () => {
    stop();
    call0(callback, socket);
  };
  socket.on('error', stop);
  socket.on('listening', bound);
}

function bindDescriptor(socket, fd) {
  const state = socket[kState];
  if (!isDatagramSocket(fd)) throw new codes.ERR_INVALID_FD_TYPE(descriptorType(fd));
  const status = state.handle.open(fd);
  if (status !== 0) throw systemErrors().errnoException(status, 'open');
  startReceiving(socket);
  socket.emit('listening');
}

function startReceiving(socket) {
  const state = socket[kState];
  state.handle.recvStart();
  state.receiving = true;
  state.bindState = BOUND;
  if (state.recvBufferSize) socket.setRecvBufferSize(state.recvBufferSize);
  if (state.sendBufferSize) socket.setSendBufferSize(state.sendBufferSize);
}

// Only numeric addresses: nothing is looked up, so the socket is bound when this returns.
Socket.prototype.bindSync = function(options = {}) {
  openHandle(this);
  validate.validateObject(options, 'options');
  const state = this[kState];
  if (state.bindState !== UNBOUND) throw new codes.ERR_SOCKET_ALREADY_BOUND();
  const port = validate.validatePort(options.port ?? 0, 'options.port');
  const address = numericAddress(options.address, 'options.address', 'bindSync', this.type === 'udp4' ? '0.0.0.0' : '::');
  const status = bindHandle(state, address, port);
  if (status !== 0) throw systemErrors().exceptionWithHostPort(status, 'bind', address, port);
  startReceiving(this);
  nextTick(emitIfOpen, this, 'listening');
  return this.address();
};

function numericAddress(address, name, method, fallback) {
  if (address === undefined || address === null || address === '') return fallback;
  validate.validateString(address, name);
  if (isIP(address) === 0) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, address,
      `must be a numeric IP address; ${method} does not perform DNS resolution`);
  }
  return address;
}

function emitIfOpen(socket, event) {
  if (socket[kState].handle !== null) socket.emit(event);
}

// Runs `task` once the socket is bound, and binds it if necessary.
function enqueueUntilBound(socket, task) {
  const state = socket[kState];
  if (state.bindState === UNBOUND) socket.bind({ port: 0, exclusive: true });
  if (state.bindState === BOUND) {
    task();
    return;
  }
  if (state.queue === undefined) {
    state.queue = [];
    const flushQueue = (error) => {
      socket.removeListener('error', flushQueue);
      socket.removeListener('listening', flushQueue);
      const { queue } = state;
      state.queue = undefined;
      if (error === undefined) for (const task of each(queue)) task();
    };
    socket.once('error', flushQueue);
    socket.once('listening', flushQueue);
  }
  arrayPush(state.queue, task);
}

// ---- connect

Socket.prototype.connect = function(port, address, callback) {
  port = validate.validatePort(port, 'Port', false);
  if (typeof address === 'function') {
    callback = address;
    address = '';
  } else if (address === undefined) {
    address = '';
  }
  validate.validateString(address, 'address');
  openHandle(this);
  const state = this[kState];
  if (state.connectState !== DISCONNECTED) throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
  if (callback !== undefined) validate.validateFunction(callback, 'listener');
  state.connectState = CONNECTING;
  enqueueUntilBound(this, () => {
    if (callback !== undefined) this.once('connect', callback);
    findAddress(this, address, (error, ip) => {
      if (state.handle === null) return;
      const failure = error ?? connectHandle(state, ip, address, port);
      if (failure === undefined) {
        state.connectState = CONNECTED;
        nextTick(emitIfOpen, this, 'connect');
      } else {
        state.connectState = DISCONNECTED;
        nextTick(connectionFailed, this, failure, callback);
      }
    });
  });
};

function connectHandle({ handle, sendBlockList }, ip, address, port) {
  if (sendBlockList?.check(ip, `ipv${isIP(ip)}`)) return new codes.ERR_IP_BLOCKED(ip);
  const status = handle.connect(ip, port);
  return status === 0 ? undefined : systemErrors().exceptionWithHostPort(status, 'connect', address, port);
}

function connectionFailed(socket, error, callback) {
  if (callback === undefined) {
    socket.emit('error', error);
  } else {
    socket.removeListener('connect', callback);
    callback(error);
  }
}

Socket.prototype.connectSync = function(port, address) {
  openHandle(this);
  port = validate.validatePort(port, 'Port', false);
  const state = this[kState];
  if (state.connectState !== DISCONNECTED) throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
  const ip = numericAddress(address, 'address', 'connectSync', this.type === 'udp4' ? '127.0.0.1' : '::1');
  if (state.bindState === BINDING) throw new codes.ERR_SOCKET_ALREADY_BOUND();
  if (state.bindState === UNBOUND) this.bindSync();
  const failure = connectHandle(state, ip, ip, port);
  if (failure !== undefined) throw failure;
  state.connectState = CONNECTED;
  nextTick(emitIfOpen, this, 'connect');
};

Socket.prototype.disconnect = function() {
  const state = this[kState];
  if (state.connectState !== CONNECTED) throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const status = openHandle(this).disconnect();
  if (status !== 0) throw systemErrors().errnoException(status, 'connect');
  state.connectState = DISCONNECTED;
};

// ---- send

// The legacy form, without optional arguments.
Socket.prototype.sendto = function(buffer, offset, length, port, address, callback) {
  validate.validateNumber(offset, 'offset');
  validate.validateNumber(length, 'length');
  validate.validateNumber(port, 'port');
  validate.validateString(address, 'address');
  this.send(buffer, offset, length, port, address, callback);
};

// (message[, offset, length][, port[, address]][, callback]); without port and address if connected.
Socket.prototype.send = function(buffer, offset, length, port, address, callback) {
  const isConnected = this[kState].connectState === CONNECTED;
  if (isConnected) {
    if (typeof length === 'number') {
      buffer = sliceBuffer(buffer, offset, length);
      if (typeof port === 'function') {
        callback = port;
        port = null;
      }
    } else {
      callback = offset;
    }
    if (port || address) throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
  } else if (address || (port && typeof port !== 'function')) {
    buffer = sliceBuffer(buffer, offset, length);
  } else {
    callback = port;
    port = offset;
    address = length;
  }
  const list = bytesOf(buffer);
  if (!isConnected) port = validate.validatePort(port, 'Port', false);
  if (typeof callback !== 'function') callback = undefined;
  if (typeof address === 'function') {
    callback = address;
    address = undefined;
  } else if (address !== undefined && address !== null) {
    validate.validateString(address, 'address');
  }
  openHandle(this);
  enqueueUntilBound(this, () => {
    if (isConnected) {
      doSend(this, null, undefined, list, null, null, callback);
    } else {
      findAddress(this, address, (error, ip) => doSend(this, error, ip, list, address, port, callback));
    }
  });
};

function doSend(socket, error, ip, list, address, port, callback) {
  const { handle, sendBlockList } = socket[kState];
  if (error) {
    if (callback !== undefined) nextTick(callback, error);
    else nextTick(() => socket.emit('error', error));
    return;
  }
  // Closed meanwhile.
  if (handle === null) return;
  if (ip !== undefined && sendBlockList?.check(ip, `ipv${isIP(ip)}`)) {
    if (callback !== undefined) nextTick(callback, new codes.ERR_IP_BLOCKED(ip));
    return;
  }
  const status = handle.send(list, ip, port);
  if (status > 0) {
    if (callback !== undefined) nextTick(callback, null, status - 1);
  } else if (status === 0) {
    queueSend(handle, list, address, port, callback);
  } else if (callback !== undefined) {
    // Without a callback the error is not reported: a datagram may be lost anywhere.
    nextTick(callback, systemErrors().exceptionWithHostPort(status, 'send', address, port));
  }
}

// The kernel's send buffer is full. Queued datagrams are sent in order.
function queueSend(handle, list, address, port, callback) {
  const length = arrayReduce(list, (sum, { byteLength }) => sum + byteLength, 0);
  const sendQueue = handle.sendQueue ??= [];
  const sent = (status) => {
    if (callback === undefined) return;
    if (status === 0) callback(null, length);
    else callback(systemErrors().exceptionWithHostPort(status, 'send', address, port), 0);
  };
  arrayPush(sendQueue, __hexloop_resources__ === undefined ? sent : __hexloop_resources__.wrapOnce({ handle }, 'UDPSENDWRAP', sent));
  handle.onsent = (status) => arrayShift(sendQueue)(status);
}

// ---- receive

function receive(socket, count) {
  if (count < 0) {
    socket.emit('error', systemErrors().errnoException(count, 'recvmsg'));
    return;
  }
  const from = sender(count);
  if (socket[kState].receiveBlockList?.check(from.address, stringToLowerCase(from.family))) return;
  socket.emit('message', takeDatagram(count), from);
}

// ---- close

Socket.prototype.close = function(callback) {
  if (typeof callback === 'function') this.on('close', callback);
  const state = this[kState];
  if (state.queue !== undefined) {
    arrayPush(state.queue, () => this.close());
    return this;
  }
  openHandle(this).close();
  state.receiving = false;
  state.handle = null;
  nextTick(() => this.emit('close'));
  return this;
};

Socket.prototype[Symbol.asyncDispose] = async function() {
  if (this[kState].handle === null) return;
  await new __hexloop_promise__((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

// ---- addresses and options

Socket.prototype.address = function() {
  return addressText(openHandle(this), 'getsockname');
};

Socket.prototype.remoteAddress = function() {
  const handle = openHandle(this);
  if (this[kState].connectState !== CONNECTED) throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
  return addressText(handle, 'getpeername');
};

require('dgram/settings').defineSettings(Socket.prototype, openHandle);

function createSocket(type, listener) {
  return new Socket(type, listener);
}

module.exports = { createSocket, Socket };
