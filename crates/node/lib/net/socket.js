'use strict';
// net.Socket: a Duplex over a handle (handle.js).
//
//   incoming.js      reads                   connect.js        connect()
//   outgoing.js      writes                  idle_timeout.js   setTimeout()
//
// When is 'close' emitted? An opened handle is closed in the loop's close phase, and 'close' is emitted then, whether the socket
// was destroyed or both of its sides ended. A socket that never had a handle emits it in a tick. 'error' is always emitted a tick
// after destroy(), so before 'close'.

const {
  arrayIsArray, numberIsInteger, numberIsNaN, objectDefineProperties, objectDefineProperty, objectSetPrototypeOf,
} = require('core/intrinsics');
const { call0, call1, call3 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const Duplex = require('stream/duplex');
const { kTransfer } = require('core/cloneable');
const { recordOrigin } = require('why/origins');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { TCP, openStream } = require('net/handle');
const { kBuffer, kUpdateTimer, onRead, initUserBuffer, startReading, stopReading, initOnread } = require('net/incoming');
const { countWritten, kLastWriteQueueSize, writeGeneric } = require('net/outgoing');
const idle = require('net/idle_timeout');
const { normalizeArgs } = require('net/address');

const UV_ENOTCONN = -107;

const kHandle = Symbol('kHandle');
const kSetNoDelay = Symbol('kSetNoDelay');
const kSetKeepAlive = Symbol('kSetKeepAlive');
const kSetKeepAliveInitialDelay = Symbol('kSetKeepAliveInitialDelay');
const kProbeInterval = Symbol('kSetKeepAliveInterval');
const kProbeCount = Symbol('kSetKeepAliveCount');
const kSetTOS = Symbol('kSetTOS');
const kBytesRead = Symbol('kBytesRead');
const kBytesWritten = Symbol('kBytesWritten');

const systemErrors = () => require('core/system_errors');
const noop = () => {};

function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  if (recordOrigin !== undefined) recordOrigin(this);
  options = validateOptions(options);
  this.connecting = false;
  this._hadError = false;
  this._parent = null;
  this._host = null;
  this._closeAfterHandlingError = false;
  this[kHandle] = null;
  this[kLastWriteQueueSize] = 0;
  this[idle.kTimeout] = null;
  initOnread(this, options.onread);
  call1(Duplex, this, options);
  this[kSetNoDelay] = Boolean(options.noDelay);
  this[kSetKeepAlive] = Boolean(options.keepAlive);
  this[kSetKeepAliveInitialDelay] = ~~(options.keepAliveInitialDelay / 1000);
  this[kSetTOS] = options.typeOfService;
  this[kBytesRead] = 0;
  this[kBytesWritten] = 0;
  this._sockname = null;
  this._pendingData = null;
  this._pendingEncoding = '';
  this.server = null;
  this._server = null;
  // After the remote end has ended, a write fails with EPIPE instead of "write after end".
  this.on('end', onReadableStreamEnd);
  if (options.blockList !== undefined) this.blockList = options.blockList;
  initHandle(this, options);
}
objectSetPrototypeOf(Socket.prototype, Duplex.prototype);
objectSetPrototypeOf(Socket, Duplex);

function validateOptions(options) {
  for (const name of each(['objectMode', 'readableObjectMode', 'writableObjectMode'])) {
    if (options?.[name]) throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], 'is not supported');
  }
  if (options?.keepAliveInitialDelay !== undefined) {
    require('core/validate').validateNumber(options.keepAliveInitialDelay, 'options.keepAliveInitialDelay');
  }
  options = typeof options === 'number' ? { fd: options } : { ...options };
  if (options.keepAliveInitialDelay < 0) options.keepAliveInitialDelay = 0;
  if (options.typeOfService !== undefined) {
    require('core/validate').validateInt32(options.typeOfService, 'options.typeOfService', 0, 255);
  }
  if (options.blockList !== undefined && !require('net/block_list').BlockList.isBlockList(options.blockList)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.blockList', 'net.BlockList', options.blockList);
  }
  if (options.signal !== undefined) require('core/validate').validateAbortSignal(options.signal, 'signal');
  options.allowHalfOpen = Boolean(options.allowHalfOpen);
  // 'close' is emitted with the handle's; strings are encoded when they are written.
  options.emitClose = false;
  options.autoDestroy = true;
  options.decodeStrings = false;
  return options;
}

function initHandle(socket, options) {
  if (options.handle) {
    socket._handle = isBound(options.handle) ? require('net/bound_socket').adopt(socket, options.handle) : options.handle;
  } else if (options.fd !== undefined) {
    socket._handle = createHandle(options.fd);
  } else {
    return;
  }
  initSocketHandle(socket);
  const handle = socket._handle;
  if (handle instanceof TCP) applyOptions(socket, handle);
  if (options.pauseOnCreate) {
    // Data stays in the kernel until something reads.
    handle.reading = false;
    handle.readStop();
    socket.readableFlowing = false;
  } else if (!options.manualStart && options.readable !== false && !isBound(options.handle)) {
    socket.read(0);
  }
}

// A net.BoundSocket: none can exist unless its file was loaded.
const isBound = (handle) => require.has('net/bound_socket') && handle instanceof require('net/bound_socket').BoundSocket;

const boundPathOf = (socket) => (require.has('net/bound_socket') ? require('net/bound_socket').sourceOf(socket)?.path : undefined);

function createHandle(fd) {
  if (!(numberIsInteger(fd) && fd >= 0 && fd <= 0x7fffffff)) require('core/validate').validateInt32(fd, 'fd', 0);
  const handle = openStream(fd);
  if (typeof handle !== 'number') return handle;
  throw new codes.ERR_INVALID_FD_TYPE(kindOf(fd));
}

function kindOf(fd) {
  const kind = binding('stdio').guessHandleType(fd);
  return kind === 'fs' ? 'FILE' : 'UNKNOWN';
}

function initSocketHandle(socket) {
  const handle = socket[kHandle];
  handle.owner = socket;
  handle.onread = onRead;
  initUserBuffer(socket);
}

// Options that were set before there was a handle.
function applyOptions(socket, handle) {
  if (socket[kSetNoDelay]) handle.setNoDelay(true);
  if (socket[kSetKeepAlive]) handle.setKeepAlive(true, socket[kSetKeepAliveInitialDelay], socket[kProbeInterval], socket[kProbeCount]);
  if (socket[kSetTOS] !== undefined) handle.setTypeOfService(socket[kSetTOS]);
}

function onReadableStreamEnd() {
  if (!this.allowHalfOpen) this.write = writeAfterFIN;
}

function writeAfterFIN(chunk, encoding, callback) {
  if (!this.writableEnded) return call3(Duplex.prototype.write, this, chunk, encoding, callback);
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const error = new Error('This socket has been ended by the other party');
  error.code = 'EPIPE';
  if (typeof callback === 'function') nextTick(callback, error);
  this.destroy(error);
  return false;
}

const proto = Socket.prototype;

// ---- connecting

proto.connect = function connect(...args) {
  // Already normalized if net.connect() was called.
  const { 0: options, 1: callback } = arrayIsArray(args[0]) && args[0].isNormalized ? args[0] : normalizeArgs(args);
  if (require.has('diagnostics_channel')) require('net/diagnostics').clientSocket(this);
  if (options.port === undefined && options.path == null) {
    throw new codes.ERR_MISSING_ARGS(['options', 'port', 'path']);
  }
  if (this.write !== proto.write) this.write = proto.write;
  if (this.destroyed) {
    this._handle = null;
    this._peername = undefined;
    this._sockname = undefined;
    this._undestroy();
  }
  require('net/connect').connect(this, options, callback, initSocketHandle);
  return this;
};

// The connection is established.
proto._connected = function() {
  const handle = this[kHandle];
  this.connecting = false;
  this._sockname = null;
  this._unrefTimer();
  if (handle instanceof TCP) applyOptions(this, handle);
  this.emit('connect');
  this.emit('ready');
  // Starts reading, or reads an end that is there already.
  if (!this.isPaused()) this.read(0);
};

objectDefineProperties(proto, {
  _handle: {
    __proto__: null,
    get() { return this[kHandle]; },
    set(handle) { this[kHandle] = handle; },
  },
  _connecting: { __proto__: null, get() { return this.connecting; } },
  pending: { __proto__: null, get() { return !this._handle || this.connecting; }, configurable: true },
  readyState: {
    __proto__: null,
    get() {
      if (this.connecting) return 'opening';
      if (this.readable && this.writable) return 'open';
      if (this.readable && !this.writable) return 'readOnly';
      if (!this.readable && this.writable) return 'writeOnly';
      return 'closed';
    },
  },
  bufferSize: {
    __proto__: null,
    get() { return this._handle ? this.writableLength : undefined; },
  },
  [kUpdateTimer]: { __proto__: null, get() { return this._unrefTimer; } },
});

// ---- read

proto._read = function(size) {
  if (this.connecting || !this._handle) this.once('connect', () => this._read(size));
  else if (!this._handle.reading) startReading(this);
};

const isIdle = (socket) => socket[kBuffer] && !socket.connecting && socket._handle && !socket._handle.reading;

proto.pause = function() {
  // Data for the program's own buffer can only wait in the kernel.
  if (this[kBuffer] && !this.connecting && this._handle?.reading) stopReading(this, this._handle);
  return call0(Duplex.prototype.pause, this);
};

proto.resume = function() {
  if (isIdle(this)) startReading(this);
  return call0(Duplex.prototype.resume, this);
};

proto.read = function(size) {
  if (isIdle(this)) startReading(this);
  return call1(Duplex.prototype.read, this, size);
};

// ---- write

proto.end = function(data, encoding, callback) {
  call3(Duplex.prototype.end, this, data, encoding, callback);
  return this;
};

proto._writeGeneric = function(writev, data, encoding, callback) {
  return writeGeneric(this, writev, data, encoding, callback);
};

proto._writev = function(chunks, callback) {
  this._writeGeneric(true, chunks, '', callback);
};

proto._write = function(data, encoding, callback) {
  this._writeGeneric(false, data, encoding, callback);
};

// The writable side has ended: shut it down.
proto._final = function(callback) {
  if (this.connecting) {
    this.once('connect', () => this._final(callback));
    return;
  }
  const handle = this._handle;
  if (!handle || typeof handle.shutdown !== 'function') {
    callback();
    return;
  }
  handle.onshutdown = () => callback();
  const status = handle.shutdown();
  if (status === UV_ENOTCONN) callback();
  else if (status !== 0) callback(systemErrors().errnoException(status, 'shutdown'));
};

// ---- close

proto.destroySoon = function() {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', this.destroy);
};

proto.resetAndDestroy = function() {
  if (!this._handle) {
    this.destroy(new codes.ERR_SOCKET_CLOSED());
    return this;
  }
  if (!(this._handle instanceof TCP)) throw new codes.ERR_INVALID_HANDLE_TYPE();
  if (this.connecting) this.once('connect', () => this._reset());
  else this._reset();
  return this;
};

proto._reset = function() {
  this.resetAndClosing = true;
  return this.destroy();
};

proto._destroy = function(error, callback) {
  this.connecting = false;
  for (let socket = this; socket !== null && socket !== undefined; socket = socket._parent) idle.clear(socket);
  if (this._handle) {
    closeHandle(this, Boolean(error));
    callback(error);
  } else {
    callback(error);
    nextTick(() => this.emit('close'));
  }
  if (this._server) {
    this._server._connections--;
    this._server._emitCloseIfDrained?.();
  }
};

function closeHandle(socket, hadError) {
  const handle = socket[kHandle];
  socket[kBytesRead] = handle.bytesRead;
  socket[kBytesWritten] = handle.bytesWritten;
  const emitClose = () => socket.emit('close', hadError);
  if (socket.resetAndClosing) {
    socket.resetAndClosing = false;
    const status = handle.reset(emitClose);
    if (status) socket.emit('error', systemErrors().errnoException(status, 'reset'));
  } else {
    handle.close(emitClose);
  }
  handle.onread = noop;
  socket._handle = null;
  socket._sockname = null;
}

// ---- options

proto.setTimeout = idle.setTimeout;
proto._onTimeout = idle.onTimeout;
proto._unrefTimer = idle.refresh;

proto.setNoDelay = function(enable) {
  const wanted = enable === undefined || Boolean(enable);
  const before = this[kSetNoDelay];
  this[kSetNoDelay] = wanted;
  if (this._handle?.setNoDelay && wanted !== before) this._handle.setNoDelay(wanted);
  return this;
};

proto.setKeepAlive = function(enable, initialDelayMsecs, intervalMsecs, count) {
  if (enable !== null && typeof enable === 'object') {
    ({ enable, initialDelay: initialDelayMsecs, interval: intervalMsecs, count } = enable);
  }
  const wanted = Boolean(enable);
  const seconds = ~~(initialDelayMsecs / 1000);
  // The handle has defaults for these.
  const interval = intervalMsecs === undefined ? undefined : ~~(intervalMsecs / 1000);
  const probes = numberIsInteger(count) ? count : undefined;
  const isNew = wanted !== this[kSetKeepAlive] || seconds !== this[kSetKeepAliveInitialDelay] ||
    interval !== this[kProbeInterval] || probes !== this[kProbeCount];
  this[kSetKeepAlive] = wanted;
  this[kSetKeepAliveInitialDelay] = seconds;
  this[kProbeInterval] = interval;
  this[kProbeCount] = probes;
  if (this._handle?.setKeepAlive && isNew) this._handle.setKeepAlive(wanted, seconds, interval, probes);
  return this;
};

proto.setTypeOfService = function(tos) {
  if (numberIsNaN(tos)) throw new codes.ERR_INVALID_ARG_TYPE('tos', 'number', tos);
  require('core/validate').validateInt32(tos, 'tos', 0, 255);
  const isNew = this[kSetTOS] !== tos;
  this[kSetTOS] = tos;
  if (isNew && this._handle?.setTypeOfService && !this.connecting) {
    const status = this._handle.setTypeOfService(tos);
    if (status < 0) throw systemErrors().errnoException(status, 'setTypeOfService');
  }
  return this;
};

proto.getTypeOfService = function() {
  if (!this._handle?.getTypeOfService || this.connecting) return this[kSetTOS] ?? 0;
  const value = this._handle.getTypeOfService();
  if (value < 0) throw systemErrors().errnoException(value, 'getTypeOfService');
  return value;
};

proto.ref = function() {
  if (!this._handle) this.once('connect', this.ref);
  else if (typeof this._handle.ref === 'function') this._handle.ref();
  return this;
};

proto.unref = function() {
  if (!this._handle) this.once('connect', this.unref);
  else if (typeof this._handle.unref === 'function') this._handle.unref();
  return this;
};

// ---- addresses and counters

proto.address = function() {
  return this._getsockname();
};

proto._getsockname = function() {
  const path = boundPathOf(this);
  if (path !== undefined) return { address: path };
  if (!this._handle?.getsockname) return {};
  if (!this._sockname) {
    const name = {};
    if (this._handle.getsockname(name)) return {};
    this._sockname = name;
  }
  return this._sockname;
};

proto._getpeername = function() {
  if (!this._handle?.getpeername || this.connecting) return this._peername || {};
  if (!this._peername) {
    const name = {};
    if (this._handle.getpeername(name)) return name;
    this._peername = name;
  }
  return this._peername;
};

function defineGetter(name, read) {
  objectDefineProperty(proto, name, { __proto__: null, get: read, enumerable: true });
}

defineGetter('bytesRead', function bytesRead() { return this._handle ? this._handle.bytesRead : this[kBytesRead]; });
defineGetter('remoteAddress', function remoteAddress() { return this._getpeername().address; });
defineGetter('remoteFamily', function remoteFamily() { return this._getpeername().family; });
defineGetter('remotePort', function remotePort() { return this._getpeername().port; });
defineGetter('localAddress', function localAddress() { return this._getsockname().address; });
defineGetter('localPort', function localPort() { return this._getsockname().port; });
defineGetter('localFamily', function localFamily() { return this._getsockname().family; });
defineGetter('_bytesDispatched', function _bytesDispatched() {
  return this._handle ? this._handle.bytesWritten : this[kBytesWritten];
});
defineGetter('bytesWritten', function bytesWritten() { return countWritten(this); });

proto[kTransfer] = function() { return require('net/transfer').transferSocket(this); };
objectDefineProperty(proto, kTransfer, { __proto__: null, enumerable: false });

module.exports = { Socket };
