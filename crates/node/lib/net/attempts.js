'use strict';
// A name with several addresses ("happy eyeballs", RFC 8305 in small): families take turns, beginning with that of the first
// address; an attempt that fails, or takes too long while there are others, makes way for the next.

const { arrayFilter, arrayPush, mathMax } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { isIP } = require('net/address');
const { TCP } = require('net/handle');
const { bind, connectAddress, connectError, immediateError, refusal } = require('net/connect');

const TIMED_OUT = -110;

function connectToOneOf(socket, target, options, error, addresses, adopt) {
  if (!socket.connecting) return;
  if (error) {
    socket.emit('lookup', error, undefined, undefined, target.host);
    nextTick(() => socket.destroy(error));
    return;
  }
  const usable = [];
  let why;
  for (const { address, family } of each(addresses)) {
    socket.emit('lookup', null, address, family, target.host);
    if (!socket.connecting) return;
    const refused = refusal(address, family, options);
    if (refused === undefined) arrayPush(usable, { address, family });
    else why ??= refused;
  }
  if (usable.length === 0) {
    nextTick(() => socket.destroy(why ?? new codes.ERR_INVALID_IP_ADDRESS(undefined)));
    return;
  }
  const order = alternateFamilies(usable);
  socket._unrefTimer();
  if (order.length === 1) {
    connectAddress(socket, target, order[0].address, order[0].family);
  } else {
    socket.autoSelectFamilyAttemptedAddresses = [];
    attempt({ socket, target, adopt, order, next: 0, errors: [], timer: undefined });
  }
}

// The first address says which family goes first.
function alternateFamilies(addresses) {
  const preferred = arrayFilter(addresses, ({ family }) => family === addresses[0].family);
  const others = arrayFilter(addresses, ({ family }) => family !== addresses[0].family);
  const order = [];
  for (let i = 0; i < mathMax(preferred.length, others.length); i++) {
    if (i < preferred.length) arrayPush(order, preferred[i]);
    if (i < others.length) arrayPush(order, others[i]);
  }
  return order;
}

function attempt(plan) {
  const { socket, target, order } = plan;
  clearTimeout(plan.timer);
  if (plan.next === order.length) {
    giveUp(plan);
    return;
  }
  const { address, family } = order[plan.next++];
  const { port } = target;
  if (plan.next > 1) freshHandle(plan);
  const handle = socket._handle;
  if (target.blockList?.check(address, `ipv${family}`)) {
    failed(plan, address, family, new codes.ERR_IP_BLOCKED(address));
    return;
  }
  const refused = bind(handle, target, family);
  if (refused !== undefined) {
    arrayPush(plan.errors, refused);
    attempt(plan);
    return;
  }
  arrayPush(socket.autoSelectFamilyAttemptedAddresses, `${address}:${port}`);
  socket.emit('connectionAttempt', address, port, family);
  if (!socket.connecting) return;
  handle.onconnected = (status) => answered(plan, handle, status, address, family);
  if (require.has('perf_hooks/observer')) require('perf_hooks/observer').startPerf('net', handle);
  const status = handle.connect(address, port);
  if (status !== 0) failed(plan, address, family, immediateError(socket, status, address, port));
  else if (plan.next < order.length) waitFor(plan, handle, address, family);
}

function freshHandle({ socket, adopt }) {
  const before = socket._handle;
  const referenced = before.isReferenced;
  before.close();
  socket._handle = new TCP();
  if (!referenced) socket._handle.unref();
  socket._sockname = null;
  adopt(socket);
}

function answered(plan, handle, status, address, family) {
  if (require.has('perf_hooks/observer') && status === 0) {
    require('perf_hooks/observer').stopPerf('net', 'connect', handle, () => ({ host: address, port: plan.target.port }));
  }
  const { socket, target } = plan;
  // Given up meanwhile.
  if (socket.destroyed || socket._handle !== handle) return;
  clearTimeout(plan.timer);
  if (status === 0) socket._connected();
  else failed(plan, address, family, connectError(status, address, target.port, target));
}

function failed(plan, address, family, error) {
  const { socket, target } = plan;
  arrayPush(plan.errors, error);
  socket.emit('connectionAttemptFailed', address, target.port, family, error);
  if (socket.connecting) attempt(plan);
}

function waitFor(plan, handle, address, family) {
  const { socket, target } = plan;
  plan.timer = setTimeout(() => {
    if (!socket.connecting || socket._handle !== handle) return;
    socket.emit('connectionAttemptTimeout', address, target.port, family);
    arrayPush(plan.errors, connectError(TIMED_OUT, address, target.port, target));
    if (socket.connecting) attempt(plan);
  }, target.attemptTimeout);
}

function giveUp({ socket, errors }) {
  if (errors.length === 0) {
    socket.destroy(new codes.ERR_SOCKET_CONNECTION_TIMEOUT());
    return;
  }
  const all = new AggregateError(errors);
  all.code = errors[0].code;
  socket.destroy(all);
}

module.exports = { connectToOneOf };
