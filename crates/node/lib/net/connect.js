'use strict';
// How a socket finds its other end.
//
//   a path         connects here and now; what is wrong with it comes in the pending phase
//   an address     connects in a tick
//   'localhost'    is looked up on the thread pool ('lookup'), then connects; with several addresses, one after another
//                  until one answers (Node also starts the next when one takes too long; that comes with dns)

const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { isIP, refuseOptions, resolve } = require('net/address');

const UNKNOWN_OPTIONS = ['localAddress', 'localPort', 'family', 'hints', 'lookup', 'timeout'];

const systemErrors = () => require('core/system_errors');

// `way` is what a socket lets this file do to it: open() and reopen() its handle, and say that it is connected().
function connect(socket, options, way) {
  refuseOptions(options, UNKNOWN_OPTIONS, 'net.connect');
  const { validateString, validatePort } = require('core/validate');
  if (options.path) {
    const handle = way.open();
    validateString(options.path, 'options.path');
    attemptPath(socket, options.path, handle, way);
    return;
  }
  const host = options.host || 'localhost';
  validateString(host, 'options.host');
  if (typeof options.port !== 'number' && typeof options.port !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.port', ['number', 'string'], options.port);
  }
  validatePort(options.port);
  const port = options.port | 0;
  resolve(host, (error, addresses) => {
    if (!socket.connecting) return;
    if (isIP(host) === 0) {
      if (!tellLookup(socket, host, error, addresses)) return;
      addresses = alternateFamilies(addresses);
    }
    attempt({ socket, way, port, addresses, errors: [] }, handle);
  });
  const handle = way.open();
}

function attemptPath(socket, path, handle, way) {
  socket.emit('connectionAttempt', path, undefined, undefined);
  handle.onconnected = (status) => {
    if (socket.destroyed) return;
    if (status === 0) way.connected();
    else fail(socket, systemErrors().exceptionWithHostPort(status, 'connect', path), path);
  };
  handle.connectPath(path);
}

// False if that was the end of it.
function tellLookup(socket, host, error, addresses) {
  if (error !== null) {
    socket.emit('lookup', error, undefined, undefined, host);
    nextTick(() => socket.destroy(error));
    return false;
  }
  for (const address of addresses) {
    socket.emit('lookup', null, address, isIP(address), host);
    if (!socket.connecting) return false;
  }
  return true;
}

// The first address says which family goes first.
function alternateFamilies(addresses) {
  const preferred = addresses.filter((address) => isIP(address) === isIP(addresses[0]));
  const others = addresses.filter((address) => isIP(address) !== isIP(addresses[0]));
  const order = [];
  for (let i = 0; i < Math.max(preferred.length, others.length); i++) {
    if (i < preferred.length) order.push(preferred[i]);
    if (i < others.length) order.push(others[i]);
  }
  return order;
}

function attempt(plan, handle) {
  const { socket, way, port, addresses, errors } = plan;
  const address = addresses[errors.length];
  const family = isIP(address);
  socket.emit('connectionAttempt', address, port, family);
  if (!socket.connecting) return;
  handle.onconnected = (status) => {
    if (socket.destroyed) return;
    if (status === 0) way.connected();
    else failed(plan, address, systemErrors().exceptionWithHostPort(status, 'connect', address, port), true);
  };
  const status = handle.connect(address, port);
  if (status !== 0) {
    const local = family === 6 ? ':::0' : '0.0.0.0:0';
    failed(plan, address, systemErrors().exceptionWithHostPort(status, 'connect', address, port, local), false);
  }
}

function failed(plan, address, error, wasTold) {
  const { socket, way, port, addresses, errors } = plan;
  errors.push(error);
  if (addresses.length === 1) {
    if (wasTold) fail(socket, error, address, port, isIP(address));
    else socket.destroy(error);
    return;
  }
  socket.emit('connectionAttemptFailed', address, port, isIP(address), error);
  if (!socket.connecting) return;
  if (errors.length < addresses.length) {
    attempt(plan, way.reopen());
  } else {
    const all = new AggregateError(errors);
    all.code = errors[0].code;
    socket.destroy(all);
  }
}

function fail(socket, error, address, port, family) {
  socket.connecting = false;
  socket.emit('connectionAttemptFailed', address, port, family, error);
  socket.destroy(error);
}

module.exports = { connect };
