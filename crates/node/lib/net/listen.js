'use strict';
// server.listen(), in all its overloads: a handle, a descriptor, a port with or without a host, a path.

const { arrayFind, regexpTest } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { recordOrigin } = require('why/origins');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { isPort, normalizeArgs } = require('net/address');
const { Listener, StreamHandle, bindPipe, bindTCP, openListener } = require('net/handle');

// As in Node; the kernel rounds it to 512.
const BACKLOG = 511;
const IPV6_ONLY = 1;
const REUSE_PORT = 2;
const UV_EADDRINUSE = -98;
const UV_EINVAL = -22;

const validate = () => require('core/validate');

function listen(server, args) {
  // The handle is created later if a name has to be looked up first.
  if (recordOrigin !== undefined) recordOrigin(server);
  const normalized = normalizeArgs(args);
  let { 0: options } = normalized;
  const { 1: callback } = normalized;
  if (server._handle) throw new codes.ERR_SERVER_ALREADY_LISTEN();
  if (callback !== null) server.once('listening', callback);
  publish('asyncStart', { server, options });
  const backlog = options.backlog || isPort(args.length > 1 && args[1]) || isPort(args.length > 2 && args[2]) || BACKLOG;
  options = options._handle || options.handle || options;
  server._listeningId++;
  if (require.has('net/bound_socket') && options instanceof require('net/bound_socket').BoundSocket) {
    const { handle, path } = require('net/bound_socket').listenerOf(options);
    if (path !== undefined) server._pipeName = path;
    options = handle;
  }
  if (options instanceof Listener || options instanceof StreamHandle) {
    useHandle(server, options, backlog);
    return server;
  }
  closeOnAbort(server, options.signal);
  if (typeof options.fd === 'number' && options.fd >= 0) {
    listenInCluster(server, { address: null, port: null, addressType: null, backlog, fd: options.fd }, options);
    return server;
  }
  const anyPort = args.length === 0 || typeof args[0] === 'function' || options.port === null ||
    (options.port === undefined && 'port' in options);
  const port = anyPort ? 0 : options.port;
  if (typeof port === 'number' || typeof port === 'string') listenPort(server, port, options, backlog);
  else if (typeof options.path === 'string' && options.path !== '') listenPath(server, options, backlog);
  else throwInvalidOptions(options);
  return server;
}

function closeOnAbort(server, signal) {
  if (signal === undefined) return;
  validate().validateAbortSignal(signal, 'options.signal');
  const onAborted = () => server.close();
  if (signal.aborted) {
    nextTick(onAborted);
  } else {
    const disposable = require('events').addAbortListener(signal, onAborted);
    server.once('close', disposable[Symbol.dispose]);
  }
}

function throwInvalidOptions(options) {
  if ('port' in options || 'path' in options) throw new codes.ERR_INVALID_ARG_VALUE('options', options);
  throw new codes.ERR_INVALID_ARG_VALUE('options', options, 'must have the property "port" or "path"');
}

function useHandle(server, handle, backlog) {
  server._handle = handle;
  start(server, { address: null, port: -1, addressType: -1, backlog });
}

function listenPort(server, port, options, backlog) {
  validate().validatePort(port, 'options.port');
  port |= 0;
  const flags = (options.ipv6Only === true ? IPV6_ONLY : 0) | (options.reusePort === true ? REUSE_PORT : 0);
  const { host } = options;
  if (!host) {
    listenInCluster(server, { address: null, port, addressType: 4, backlog, flags }, options);
    return;
  }
  const listeningId = server._listeningId;
  require('dns').lookup(host, { all: true }, (error, addresses) => {
    // Closed meanwhile, or listen() was called again.
    if (listeningId !== server._listeningId) return;
    if (error) {
      server.emit('error', error);
      return;
    }
    const { address, family } = arrayFind(addresses, (each) => !isLinkLocal(each)) ?? addresses[0];
    listenInCluster(server, { address, port, addressType: family, backlog, flags }, options);
  });
}

const isLinkLocal = ({ address, family }) => family === 6 && regexpTest(/^fe[89ab]/i, address) && !isIn(address, '%');

function listenPath(server, options, backlog) {
  const { path } = options;
  server._pipeName = path;
  listenInCluster(server, { address: path, port: -1, addressType: -1, backlog }, options);
  if (!server._handle) return;
  const bits = (options.readableAll ? 0o444 : 0) | (options.writableAll ? 0o222 : 0);
  if (bits === 0) return;
  const fs = require('fs');
  try {
    fs.chmodSync(path, (fs.statSync(path).mode & 0o777) | bits);
  } catch (error) {
    server._handle.close();
    server._handle = null;
    throw require('core/system_errors').errnoException(error.errno, 'uv_pipe_chmod');
  }
}

// A bound listener, or an error number.
function createServerHandle(address, port, addressType, fd, flags) {
  if (typeof fd === 'number' && fd >= 0) {
    const handle = openListener(fd);
    return typeof handle === 'number' ? UV_EINVAL : handle;
  }
  if (port === -1 && addressType === -1) return bindPipe(address);
  if (address) return bindTCP(address, port, flags | 0);
  const handle = bindTCP('::', port, flags | 0);
  return typeof handle === 'number' ? bindTCP('0.0.0.0', port, flags | 0) : handle;
}

// The unspecified address: dual-stack if the system has IPv6.
function bindAny(port, flags) {
  const handle = bindTCP('::', port, flags | 0);
  if (typeof handle === 'number' && handle !== UV_EADDRINUSE) {
    return { handle: bindTCP('0.0.0.0', port, flags | 0), address: '0.0.0.0', addressType: 4 };
  }
  return { handle, address: '::', addressType: 6 };
}

// In a cluster worker the primary owns the ports, unless the worker wants one exclusively.
function listenInCluster(server, request, { exclusive, reusePort, readableAll, writableAll }) {
  if (!require.has('cluster/child') || exclusive || reusePort) {
    start(server, request);
    return;
  }
  const listeningId = server._listeningId;
  const { address, port, addressType, fd, flags, backlog } = request;
  const query = { address, port, addressType, fd, flags, backlog, readableAll, writableAll };
  require('cluster')._getServer(server, query, (status, handle) => {
    // Closed meanwhile, or listen() was called again.
    if (listeningId !== server._listeningId) {
      handle?.close();
      return;
    }
    const failure = status || checkBindError(port, handle);
    if (failure) {
      handle?.close();
      server.emit('error', require('core/system_errors').exceptionWithHostPort(failure, 'bind', address, port));
      return;
    }
    server._handle = handle;
    start(server, request);
  });
}

// A shared handle may be bound to another port than the one requested.
function checkBindError(port, handle) {
  const name = {};
  if (!(port > 0) || handle.isPipe) return 0;
  return handle.getsockname(name) || (name.port === port ? 0 : UV_EADDRINUSE);
}

function start(server, request) {
  let { address, addressType } = request;
  const { port, backlog, fd, flags } = request;
  if (!server._handle) {
    let handle;
    if (!address && typeof fd !== 'number') ({ handle, address, addressType } = bindAny(port, flags));
    else handle = createServerHandle(address, port, addressType, fd, flags);
    if (typeof handle === 'number') {
      fail(server, handle, address, port);
      return;
    }
    server._handle = handle;
  }
  const handle = server._handle;
  handle.owner = server;
  handle.onconnection = onConnection;
  const status = handle.listen(backlog || BACKLOG);
  if (status) {
    handle.close();
    server._handle = null;
    fail(server, status, address, port);
    return;
  }
  server._connectionKey = `${addressType}:${address}:${port}`;
  if (server._unref) server.unref();
  const emitListening = () => {
    if (!server._handle) return;
    publish('asyncEnd', { server });
    server.emit('listening');
  };
  // The callback's async resource is triggered by the server.
  if (__hexloop_resources__ === undefined) nextTick(emitListening);
  else __hexloop_resources__.triggeredBy(server._handle, () => nextTick(emitListening));
}

function onConnection(status, connection) {
  this.owner._onConnection(connection);
}

function fail(server, status, address, port) {
  const error = require('core/system_errors').uvExceptionWithHostPort(status, 'listen', address, port);
  publish('error', { server, error });
  nextTick(() => server.emit('error', error));
}

function publish(event, message) {
  if (require.has('diagnostics_channel')) require('net/diagnostics').serverListen(event, message);
}

module.exports = { createServerHandle, listen, start };
