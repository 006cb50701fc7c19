'use strict';
// socket.connect():
//
//   a path         connects at once; errors are reported in the pending phase
//   an address     connects in a tick
//   a host name    is looked up ('lookup'), then connects; several addresses are tried one after another until one connects
//                  (auto_select_family.js)

const globals = require('globals');
const { mathMax, regexpTest, stringSplit, stringStartsWith } = require('core/intrinsics');
const { splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { isIP } = require('net/address');
const { Pipe, TCP } = require('net/handle');

const systemErrors = () => require('core/system_errors');
const validate = () => require('core/validate');

// The resolver's AI_ADDRCONFIG.
const AI_ADDRCONFIG = 0x20;

const ANY = { 4: '0.0.0.0', 6: '::' };
const UV_EINVAL = -22;

// Defaults from the command line, unless the program changes them (net.setDefaultAutoSelectFamily and so on).
const MIN_ATTEMPT_TIMEOUT = 10;
const defaults = { autoSelectFamily: true, attemptTimeout: 500 };

function readFlags() {
  const args = [...each(splitAt((globals.process.env.NODE_OPTIONS ?? ''), /\s+/g)), ...each(globals.process.execArgv)];
  for (let i = 0; i < args.length; i++) {
    const { 0: name, 1: value = args[i + 1] } = stringSplit(args[i], '=', 2);
    if (regexpTest(/^--(?:no-)?(?:enable-)?network-family-autoselection$/, name)) defaults.autoSelectFamily = !stringStartsWith(name, '--no-');
    if (name === '--network-family-autoselection-attempt-timeout') defaults.attemptTimeout = mathMax(Number(value), MIN_ATTEMPT_TIMEOUT);
  }
}
if (globals.process.execArgv.length > 0 || globals.process.env.NODE_OPTIONS !== undefined) readFlags();

// What a socket adopted with a net.BoundSocket: none can exist unless its file was loaded.
const boundSourceOf = (socket) => (require.has('net/bound_socket') ? require('net/bound_socket').sourceOf(socket) : undefined);

// `initSocketHandle` attaches a new handle to the socket.
function connect(socket, options, callback, initSocketHandle) {
  const source = boundSourceOf(socket);
  // An adopted handle decides, while it is there.
  const isPath = source !== undefined && socket._handle ? socket._handle instanceof Pipe : Boolean(options.path);
  if (!socket._handle) {
    socket._handle = isPath ? new Pipe() : new TCP();
    initSocketHandle(socket);
  }
  if (callback !== null) socket.once('connect', callback);
  // A socket over another one connects after that.
  if (socket._parent?.connecting) return;
  socket._unrefTimer();
  socket.connecting = true;
  if (isPath) {
    validate().validateString(options.path, 'options.path');
    connectPath(socket, options.path);
  } else {
    lookupAndConnect(socket, options, source, initSocketHandle);
  }
}

function connectPath(socket, path) {
  const handle = socket._handle;
  socket.emit('connectionAttempt', path, undefined, undefined);
  handle.onconnected = (status) => {
    if (socket.destroyed) return;
    if (status === 0) socket._connected();
    else fail(socket, systemErrors().exceptionWithHostPort(status, 'connect', path), path);
  };
  const status = handle.connectPath(path);
  // As in Node: a path has no local address.
  if (status !== 0) {
    socket.destroy(systemErrors().exceptionWithHostPort(status, 'connect', path, undefined, 'undefined:undefined'));
  }
}

function validateTarget(options) {
  const { localAddress, localPort, host = 'localhost' } = options;
  const { validateStringWithoutNullBytes, validateNumber, validatePort, validateBoolean, validateInt32 } = validate();
  if (host) validateStringWithoutNullBytes(host, 'options.host');
  if (localAddress && isIP(localAddress) === 0) throw new codes.ERR_INVALID_IP_ADDRESS(localAddress);
  if (localPort) validateNumber(localPort, 'options.localPort');
  if (typeof options.port !== 'undefined') {
    if (typeof options.port !== 'number' && typeof options.port !== 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE('options.port', ['number', 'string'], options.port);
    }
    validatePort(options.port);
  }
  let { autoSelectFamily, autoSelectFamilyAttemptTimeout: attemptTimeout } = options;
  if (autoSelectFamily != null) validateBoolean(autoSelectFamily, 'options.autoSelectFamily');
  else autoSelectFamily = defaults.autoSelectFamily;
  if (attemptTimeout != null) {
    validateInt32(attemptTimeout, 'options.autoSelectFamilyAttemptTimeout', 1);
    if (attemptTimeout < 10) attemptTimeout = 10;
  } else {
    attemptTimeout = defaults.attemptTimeout;
  }
  return {
    host: host || 'localhost', port: options.port | 0, localAddress, localPort, autoSelectFamily, attemptTimeout,
    blockList: options.blockList,
  };
}

function lookupAndConnect(socket, options, source, initSocketHandle) {
  if (source !== undefined && (options.localAddress !== undefined || options.localPort !== undefined)) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options', options, 'localAddress and localPort cannot be used with an adopted bound socket');
  }
  const target = validateTarget(options);
  target.blockList ??= socket.blockList;
  const { host } = target;
  const family = isIP(host);
  if (family !== 0) {
    // Connects at once, so that the local address can be asked for.
    if (source !== undefined) {
      connectAddress(socket, target, host, family);
      return;
    }
    nextTick(() => {
      if (socket.connecting) connectAddress(socket, target, host, family);
    });
    return;
  }
  if (options.lookup != null) validate().validateFunction(options.lookup, 'options.lookup');
  const lookup = lookupFor(socket, options.lookup || require('dns').lookup);
  const dnsOptions = { family: familyOf(options.family), hints: options.hints || 0 };
  // Any family: only those that this host has addresses of.
  if (dnsOptions.family !== 4 && dnsOptions.family !== 6 && dnsOptions.hints === 0) dnsOptions.hints = AI_ADDRCONFIG;
  socket._host = host;
  if (source === undefined && target.autoSelectFamily && dnsOptions.family !== 4 && dnsOptions.family !== 6 && !target.localAddress) {
    dnsOptions.all = true;
    lookup(host, dnsOptions, (error, addresses) =>
      require('net/auto_select_family').connectMultiple(socket, target, options, error, addresses, initSocketHandle));
    return;
  }
  lookup(host, dnsOptions, (error, address, addressFamily) => {
    socket.emit('lookup', error, address, addressFamily, host);
    if (!socket.connecting) return;
    const failure = error ?? lookupError(address, addressFamily, options);
    if (failure) {
      nextTick(() => socket.destroy(failure));
    } else {
      socket._unrefTimer();
      connectAddress(socket, target, address, addressFamily);
    }
  });
}

// The lookup's async resource is triggered by the socket.
function lookupFor(socket, lookup) {
  if (__hexloop_resources__ === undefined || socket._handle === null) return lookup;
  return (...args) => __hexloop_resources__.triggeredBy(socket._handle, () => lookup(...each(args)));
}

const familyOf = (family) => (family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family);

// Validates the result of a lookup.
function lookupError(address, family, options) {
  if (typeof address !== 'string' || isIP(address) === 0) return new codes.ERR_INVALID_IP_ADDRESS(address);
  if (family !== 4 && family !== 6) return new codes.ERR_INVALID_ADDRESS_FAMILY(family, options.host, options.port);
  return undefined;
}

function connectAddress(socket, target, address, family) {
  const { port } = target;
  const handle = socket._handle;
  const err = bind(handle, target, family);
  if (err !== undefined) {
    socket.destroy(err);
    return;
  }
  socket.emit('connectionAttempt', address, port, family);
  if (!socket.connecting) return;
  if (target.blockList?.check(address, `ipv${family}`)) {
    socket.destroy(new codes.ERR_IP_BLOCKED(address));
    return;
  }
  handle.onconnected = (status) => {
    if (socket.destroyed) return;
    if (require.has('perf_hooks/observer') && status === 0) {
      require('perf_hooks/observer').stopPerf('net', 'connect', handle, () => ({ host: address, port }));
    }
    if (status === 0) socket._connected();
    else fail(socket, connectError(status, address, port, target), address, port, family);
  };
  if (require.has('perf_hooks/observer')) require('perf_hooks/observer').startPerf('net', handle);
  const status = handle.connect(address, port);
  if (status !== 0) socket.destroy(immediateError(socket, status, address, port));
}

// Binds to the local address and port, if given; returns the error if that fails.
function bind(handle, { localAddress, localPort }, family) {
  if (!localAddress && !localPort) return undefined;
  const address = localAddress || ANY[family];
  const status = isIP(address) === family ? handle.bind(address, localPort | 0) : UV_EINVAL;
  return status === 0 ? undefined :
    systemErrors().exceptionWithHostPort(status, 'bind', address, localPort);
}

// The local address is part of the error if a local port was given.
function connectError(status, address, port, { localAddress, localPort }) {
  if (!localPort) return systemErrors().exceptionWithHostPort(status, 'connect', address, port);
  const from = localAddress || ANY[isIP(address)];
  const error = systemErrors().exceptionWithHostPort(status, 'connect', address, port, `${from}:${localPort}`);
  error.localAddress = from;
  error.localPort = localPort;
  return error;
}

// connect() failed synchronously; the error contains the local address.
function immediateError(socket, status, address, port) {
  const { address: localAddress, port: localPort } = socket._getsockname();
  const local = localAddress ? `${localAddress}:${localPort}` : undefined;
  return systemErrors().exceptionWithHostPort(status, 'connect', address, port, local);
}

function fail(socket, error, address, port, family) {
  socket.connecting = false;
  socket._sockname = null;
  socket.emit('connectionAttemptFailed', address, port, family, error);
  socket.destroy(error);
}

module.exports = { MIN_ATTEMPT_TIMEOUT, bind, connect, connectAddress, connectError, defaults, immediateError, lookupError };
