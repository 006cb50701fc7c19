'use strict';
// autoSelectFamily ("happy eyeballs", RFC 8305, simplified): address families alternate, starting with that of the first
// address; an attempt that fails, or times out while there are other addresses, is followed by the next one.

const globals = require('globals');
const { arrayFilter, arrayPush, classAggregateError: AggregateError, mathMax } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { isIP } = require('net/address');
const { TCP } = require('net/handle');
const { bind, connectAddress, connectError, immediateError, lookupError } = require('net/connect');

const UV_ETIMEDOUT = -110;

function connectMultiple(socket, target, options, error, addresses, initSocketHandle) {
  if (!socket.connecting) return;
  if (error) {
    socket.emit('lookup', error, undefined, undefined, target.host);
    nextTick(() => socket.destroy(error));
    return;
  }
  const validAddresses = [];
  let firstError;
  for (const { address, family } of each(addresses)) {
    socket.emit('lookup', null, address, family, target.host);
    if (!socket.connecting) return;
    const err = lookupError(address, family, options);
    if (err === undefined) arrayPush(validAddresses, { address, family });
    else firstError ??= err;
  }
  if (validAddresses.length === 0) {
    nextTick(() => socket.destroy(firstError ?? new codes.ERR_INVALID_IP_ADDRESS(undefined)));
    return;
  }
  const toAttempt = alternateFamilies(validAddresses);
  socket._unrefTimer();
  if (toAttempt.length === 1) {
    connectAddress(socket, target, toAttempt[0].address, toAttempt[0].family);
  } else {
    socket.autoSelectFamilyAttemptedAddresses = [];
    attempt({ socket, target, initSocketHandle, toAttempt, next: 0, errors: [], timer: undefined });
  }
}

// The family of the first address is tried first.
function alternateFamilies(addresses) {
  const preferred = arrayFilter(addresses, ({ family }) => family === addresses[0].family);
  const others = arrayFilter(addresses, ({ family }) => family !== addresses[0].family);
  const toAttempt = [];
  for (let i = 0; i < mathMax(preferred.length, others.length); i++) {
    if (i < preferred.length) arrayPush(toAttempt, preferred[i]);
    if (i < others.length) arrayPush(toAttempt, others[i]);
  }
  return toAttempt;
}

function attempt(context) {
  const { socket, target, toAttempt } = context;
  globals.clearTimeout(context.timer);
  if (context.next === toAttempt.length) {
    failAll(context);
    return;
  }
  const { address, family } = toAttempt[context.next++];
  const { port } = target;
  if (context.next > 1) reinitializeHandle(context);
  const handle = socket._handle;
  if (target.blockList?.check(address, `ipv${family}`)) {
    attemptFailed(context, address, family, new codes.ERR_IP_BLOCKED(address));
    return;
  }
  const err = bind(handle, target, family);
  if (err !== undefined) {
    arrayPush(context.errors, err);
    attempt(context);
    return;
  }
  arrayPush(socket.autoSelectFamilyAttemptedAddresses, `${address}:${port}`);
  socket.emit('connectionAttempt', address, port, family);
  if (!socket.connecting) return;
  handle.onconnected = (status) => afterConnect(context, handle, status, address, family);
  if (require.has('perf_hooks/observer')) require('perf_hooks/observer').startPerf('net', handle);
  const status = handle.connect(address, port);
  if (status !== 0) attemptFailed(context, address, family, immediateError(socket, status, address, port));
  else if (context.next < toAttempt.length) startAttemptTimer(context, handle, address, family);
}

function reinitializeHandle({ socket, initSocketHandle }) {
  const oldHandle = socket._handle;
  const referenced = oldHandle.isReferenced;
  oldHandle.close();
  socket._handle = new TCP();
  if (!referenced) socket._handle.unref();
  socket._sockname = null;
  initSocketHandle(socket);
}

function afterConnect(context, handle, status, address, family) {
  if (require.has('perf_hooks/observer') && status === 0) {
    require('perf_hooks/observer').stopPerf('net', 'connect', handle, () => ({ host: address, port: context.target.port }));
  }
  const { socket, target } = context;
  // The attempt was abandoned meanwhile.
  if (socket.destroyed || socket._handle !== handle) return;
  globals.clearTimeout(context.timer);
  if (status === 0) socket._connected();
  else attemptFailed(context, address, family, connectError(status, address, target.port, target));
}

function attemptFailed(context, address, family, error) {
  const { socket, target } = context;
  arrayPush(context.errors, error);
  socket.emit('connectionAttemptFailed', address, target.port, family, error);
  if (socket.connecting) attempt(context);
}

function startAttemptTimer(context, handle, address, family) {
  const { socket, target } = context;
  context.timer = globals.setTimeout(() => {
    if (!socket.connecting || socket._handle !== handle) return;
    socket.emit('connectionAttemptTimeout', address, target.port, family);
    arrayPush(context.errors, connectError(UV_ETIMEDOUT, address, target.port, target));
    if (socket.connecting) attempt(context);
  }, target.attemptTimeout);
}

function failAll({ socket, errors }) {
  if (errors.length === 0) {
    socket.destroy(new codes.ERR_SOCKET_CONNECTION_TIMEOUT());
    return;
  }
  const error = new AggregateError(errors);
  error.code = errors[0].code;
  socket.destroy(error);
}

module.exports = { connectMultiple };
