'use strict';
// net.Server: a listening handle, and the number of connections that 'close' waits for. listen() is listen.js.

const { arrayPush, arraySplice, objectDefineProperty, objectSetPrototypeOf, symbolFor } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const { indexIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { kTransfer } = require('core/cloneable');
const EventEmitter = require('events');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { validateFunction, validateNumber, validateObject } = require('core/validate');
const { Socket } = require('net/socket');

function Server(options, connectionListener) {
  if (!(this instanceof Server)) return new Server(options, connectionListener);
  call1(EventEmitter, this, options !== null && typeof options === 'object' ? options : undefined);
  if (typeof options === 'function') {
    connectionListener = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  if (typeof connectionListener === 'function') this.on('connection', connectionListener);
  options = validateOptions(options);
  this._connections = 0;
  this._handle = null;
  this._usingWorkers = false;
  this._workers = [];
  this._unref = false;
  this._listeningId = 1;
  this.allowHalfOpen = options.allowHalfOpen || false;
  this.pauseOnConnect = Boolean(options.pauseOnConnect);
  this.noDelay = Boolean(options.noDelay);
  this.keepAlive = Boolean(options.keepAlive);
  this.keepAliveInitialDelay = ~~(options.keepAliveInitialDelay / 1000);
  this.highWaterMark = options.highWaterMark ?? require('stream/high_water_mark').getDefaultHighWaterMark(false);
  if (options.blockList) this.blockList = options.blockList;
}
objectSetPrototypeOf(Server.prototype, EventEmitter.prototype);
objectSetPrototypeOf(Server, EventEmitter);

function validateOptions(options) {
  validateObject(options, 'options');
  const { keepAliveInitialDelay, highWaterMark, blockList } = options;
  if (keepAliveInitialDelay !== undefined) validateNumber(keepAliveInitialDelay, 'options.keepAliveInitialDelay');
  if (highWaterMark !== undefined) validateNumber(highWaterMark, 'options.highWaterMark');
  if (blockList && !require('net/block_list').BlockList.isBlockList(blockList)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.blockList', 'net.BlockList', blockList);
  }
  options = { ...options };
  if (keepAliveInitialDelay < 0) options.keepAliveInitialDelay = 0;
  // As with the option of a stream: a mark out of range is ignored.
  if (!(highWaterMark >= 0)) delete options.highWaterMark;
  return options;
}

const proto = Server.prototype;

proto.listen = function listen(...args) {
  return require('net/listen').listen(this, args);
};

// Node's own modules call it by this name, and programs have come to use it.
proto._listen2 = function(address, port, addressType, backlog, fd, flags) {
  require('net/listen').start(this, { address, port, addressType, backlog, fd, flags });
};

// ---- connections

// handle.onconnection of the listening handle.
proto._onConnection = function(handle) {
  if (this.maxConnections != null && this._connections >= this.maxConnections) {
    drop(this, handle);
    return;
  }
  if (this.blockList !== undefined && isBlocked(this.blockList, handle)) {
    handle.close();
    return;
  }
  const socket = new Socket({
    handle,
    allowHalfOpen: this.allowHalfOpen,
    pauseOnCreate: this.pauseOnConnect,
    readable: true,
    writable: true,
    readableHighWaterMark: this.highWaterMark,
    writableHighWaterMark: this.highWaterMark,
    noDelay: this.noDelay,
    keepAlive: this.keepAlive,
    keepAliveInitialDelay: this.keepAliveInitialDelay * 1000,
  });
  this._connections++;
  socket.server = this;
  socket._server = this;
  this.emit('connection', socket);
  if (require.has('diagnostics_channel')) require('net/diagnostics').serverSocket(socket);
};

function isBlocked(blockList, handle) {
  const name = {};
  if (handle.getpeername(name) !== 0) return false;
  return blockList.check(name.address, name.family === 'IPv6' ? 'ipv6' : 'ipv4');
}

function drop(server, handle) {
  const local = {};
  const remote = {};
  if (handle.getsockname(local) === 0) {
    handle.getpeername(remote);
    server.emit('drop', {
      __proto__: null,
      localAddress: local.address,
      localPort: local.port,
      localFamily: local.family,
      remoteAddress: remote.address,
      remotePort: remote.port,
      remoteFamily: remote.family,
    });
  } else {
    server.emit('drop');
  }
  handle.close();
}

proto.getConnections = function(callback) {
  validateFunction(callback, 'callback');
  if (this._usingWorkers) countWorkerConnections(this, callback);
  else nextTick(callback, null, this._connections);
  return this;
};

// Includes the connections that were sent to other processes.
function countWorkerConnections(server, callback) {
  let left = server._workers.length;
  let total = server._connections;
  let done = false;
  const finish = (error) => {
    done = true;
    nextTick(callback, error, error === null ? total : undefined);
  };
  if (left === 0) finish(null);
  for (const worker of each(server._workers)) {
    worker.getConnections((error, count) => {
      if (done) return;
      if (error) return finish(error);
      total += count;
      if (--left === 0) finish(null);
    });
  }
}

// ---- addresses

objectDefineProperty(proto, 'listening', {
  __proto__: null,
  get() { return Boolean(this._handle); },
  configurable: true,
  enumerable: true,
});

proto.address = function() {
  if (this._handle && !this._handle.isPipe) {
    const name = {};
    const status = this._handle.getsockname(name);
    if (status) throw require('core/system_errors').errnoException(status, 'address');
    return name;
  }
  return this._pipeName ?? null;
};

// ---- close

proto.close = function(callback) {
  this._listeningId++;
  if (typeof callback === 'function') {
    if (this._handle) this.once('close', callback);
    else this.once('close', () => callback(new codes.ERR_SERVER_NOT_RUNNING()));
  }
  if (this._handle) {
    this._handle.close();
    this._handle = null;
  }
  if (this._usingWorkers) closeWorkers(this);
  else this._emitCloseIfDrained();
  return this;
};

// 'close' waits until the other processes have closed the connections that were sent to them.
function closeWorkers(server) {
  let left = server._workers.length;
  const onWorkerClosed = () => {
    if (--left !== 0) return;
    server._connections--;
    server._emitCloseIfDrained();
  };
  // Counted as a connection until then.
  server._connections++;
  left++;
  for (const worker of each([...each(server._workers)])) worker.close(onWorkerClosed);
  onWorkerClosed();
}

proto._emitCloseIfDrained = function() {
  if (!this._handle && this._connections === 0) nextTick(() => this.emit('close'));
};

proto[Symbol.asyncDispose] = async function() {
  if (!this._handle) return;
  await new __hexloop_promise__((resolve, reject) => this.close((error) => (error ? reject(error) : resolve())));
};

proto[symbolFor('nodejs.rejection')] = function(error, event, socket) {
  if (event === 'connection') socket.destroy(error);
  else this.emit('error', error);
};

proto._setupWorker = function(list) {
  this._usingWorkers = true;
  arrayPush(this._workers, list);
  list.once('exit', (exited) => { arraySplice(this._workers, indexIn(this._workers, exited), 1); });
};

proto.ref = function() {
  this._unref = false;
  this._handle?.ref();
  return this;
};

proto.unref = function() {
  this._unref = true;
  this._handle?.unref();
  return this;
};

proto[kTransfer] = function() { return require('net/transfer').transferServer(this); };
objectDefineProperty(proto, kTransfer, { __proto__: null, enumerable: false });

module.exports = { Server };
