'use strict';
// net.Server: a listening handle, and the count of connections that 'close' waits for.

const EventEmitter = require('events');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { isPort, readArguments, refuseOptions, resolve } = require('net/address');
const { listen, listenPath } = require('net/handle');
const { Socket } = require('net/socket');

// Node's: the kernel makes 512 of it.
const BACKLOG = 511;

const UNKNOWN_OPTIONS = ['keepAlive', 'highWaterMark', 'blockList'];
const UNKNOWN_LISTEN_OPTIONS = ['fd', 'handle', '_handle', 'signal', 'ipv6Only', 'reusePort', 'readableAll', 'writableAll'];

class Server extends EventEmitter {
  #handle = null;
  #path;
  #referenced = true;
  // Calls of listen() and close(): a lookup that ends after the next of them is not wanted any more.
  #round = 0;
  _connections = 0;

  constructor(options, connectionListener) {
    super();
    if (typeof options === 'function') {
      connectionListener = options;
      options = {};
    } else if (options != null && typeof options !== 'object') {
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    options ??= {};
    refuseOptions(options, UNKNOWN_OPTIONS, 'net.Server');
    if (typeof connectionListener === 'function') this.on('connection', connectionListener);
    this.allowHalfOpen = options.allowHalfOpen || false;
    this.pauseOnConnect = Boolean(options.pauseOnConnect);
    this.noDelay = Boolean(options.noDelay);
  }

  listen(...args) {
    const { 0: options, 1: callback } = readArguments(args);
    if (this.#handle !== null) throw new codes.ERR_SERVER_ALREADY_LISTEN();
    refuseOptions(options, UNKNOWN_LISTEN_OPTIONS, 'server.listen');
    if (callback !== null) this.once('listening', callback);
    this.#round++;
    const backlog = options.backlog || isPort(args.length > 1 && args[1]) || isPort(args.length > 2 && args[2]) || BACKLOG;
    const anyPort = args.length === 0 || typeof args[0] === 'function' || options.port === null ||
      (options.port === undefined && 'port' in options);
    const port = anyPort ? 0 : options.port;
    if (typeof port === 'number' || typeof port === 'string') this.#listenPort(port, options.host, backlog);
    else if (typeof options.path === 'string' && options.path !== '') this.#listenPath(options.path, backlog);
    else refuseToListen(options);
    return this;
  }

  #listenPort(port, host, backlog) {
    require('core/validate').validatePort(port, 'options.port');
    port |= 0;
    if (!host) {
      // Any address: both families if the system has IPv6.
      const handle = listen('::', port, backlog);
      if (typeof handle === 'number' && handle !== IN_USE) this.#use(listen('0.0.0.0', port, backlog), '0.0.0.0', port);
      else this.#use(handle, '::', port);
      return;
    }
    const round = this.#round;
    resolve(host, (error, addresses) => {
      if (round !== this.#round) return;
      if (error !== null) this.emit('error', error);
      else this.#use(listen(addresses[0], port, backlog), addresses[0], port);
    });
  }

  #listenPath(path, backlog) {
    this.#path = path;
    this.#use(listenPath(path, backlog), path, -1);
  }

  #use(handle, address, port) {
    if (typeof handle === 'number') {
      const error = require('core/system_errors').uvExceptionWithHostPort(handle, 'listen', address, port);
      nextTick(() => this.emit('error', error));
      return;
    }
    this.#handle = handle;
    handle.onconnection = (connection) => this.#onConnection(connection);
    if (!this.#referenced) handle.unref();
    nextTick(() => {
      if (this.#handle !== null) this.emit('listening');
    });
  }

  #onConnection(handle) {
    if (this.maxConnections != null && this._connections >= this.maxConnections) {
      this.#drop(handle);
      return;
    }
    const { allowHalfOpen, pauseOnConnect, noDelay } = this;
    const socket = new Socket({ handle, allowHalfOpen, pauseOnCreate: pauseOnConnect, noDelay });
    this._connections++;
    socket.server = this;
    socket._server = this;
    this.emit('connection', socket);
  }

  #drop(handle) {
    const local = handle.localName();
    const remote = handle.peerName();
    if (local === undefined) {
      this.emit('drop');
    } else {
      this.emit('drop', {
        __proto__: null,
        localAddress: local.address,
        localPort: local.port,
        localFamily: local.family,
        remoteAddress: remote?.address,
        remotePort: remote?.port,
        remoteFamily: remote?.family,
      });
    }
    handle.close();
  }

  get listening() { return this.#handle !== null; }

  address() {
    return this.#handle?.localName() ?? this.#path ?? null;
  }

  getConnections(callback) {
    nextTick(callback, null, this._connections);
    return this;
  }

  close(callback) {
    this.#round++;
    if (typeof callback === 'function') {
      if (this.#handle === null) this.once('close', () => callback(new codes.ERR_SERVER_NOT_RUNNING()));
      else this.once('close', callback);
    }
    if (this.#handle !== null) {
      this.#handle.close();
      this.#handle = null;
    }
    this.#emitCloseIfDrained();
    return this;
  }

  _connectionClosed() {
    this._connections--;
    this.#emitCloseIfDrained();
  }

  #emitCloseIfDrained() {
    if (this.#handle === null && this._connections === 0) nextTick(() => this.emit('close'));
  }

  ref() {
    this.#referenced = true;
    this.#handle?.ref();
    return this;
  }

  unref() {
    this.#referenced = false;
    this.#handle?.unref();
    return this;
  }

  async [Symbol.asyncDispose]() {
    if (this.#handle === null) return;
    await new Promise((resolve, reject) => this.close((error) => (error ? reject(error) : resolve())));
  }
}

const IN_USE = -98;

function refuseToListen(options) {
  if ('port' in options || 'path' in options) throw new codes.ERR_INVALID_ARG_VALUE('options', options);
  throw new codes.ERR_INVALID_ARG_VALUE('options', options, 'must have the property "port" or "path"');
}

module.exports = { Server };
