'use strict';
// socket.setTimeout(): 'timeout' after a period without reads and writes. The timer does not keep the loop alive.

const { numberIsFinite } = require('core/intrinsics');
const { kLastWriteQueueSize } = require('net/outgoing');

const kTimeout = Symbol('timeout');
const TIMEOUT_MAX = 2 ** 31 - 1;

function timerDuration(msecs) {
  const { validateNumber } = require('core/validate');
  validateNumber(msecs, 'msecs');
  if (msecs < 0 || !numberIsFinite(msecs)) {
    const { codes } = require('core/errors');
    throw new codes.ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', msecs);
  }
  if (msecs <= TIMEOUT_MAX) return msecs;
  require('process/warning').emitWarning(
    `${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${TIMEOUT_MAX}.`,
    'TimeoutOverflowWarning');
  return TIMEOUT_MAX;
}

function setTimeout(msecs, callback) {
  if (this.destroyed) return this;
  this.timeout = msecs;
  const duration = timerDuration(msecs);
  clear(this);
  if (callback !== undefined) require('core/validate').validateFunction(callback, 'callback');
  if (duration === 0) {
    if (callback !== undefined) this.removeListener('timeout', callback);
    return this;
  }
  this[kTimeout] = require('loop/timers').setTimeout(() => this._onTimeout(), duration).unref();
  if (callback !== undefined) this.once('timeout', callback);
  return this;
}

function clear(socket) {
  if (socket[kTimeout] === null) return;
  require('loop/timers').clearTimeout(socket[kTimeout]);
  socket[kTimeout] = null;
}

// A write that makes progress, however slowly, is activity.
function onTimeout() {
  const handle = this._handle;
  const lastQueueSize = this[kLastWriteQueueSize];
  if (lastQueueSize > 0 && handle) {
    const queueSize = handle.writeQueueSize;
    if (queueSize !== lastQueueSize) {
      this[kLastWriteQueueSize] = queueSize;
      this._unrefTimer();
      return;
    }
  }
  this.emit('timeout');
}

// Refreshes the timers of this socket and those below it.
function refresh() {
  for (let socket = this; socket !== null && socket !== undefined; socket = socket._parent) {
    if (socket[kTimeout]) socket[kTimeout].refresh();
  }
}

module.exports = { clear, kTimeout, onTimeout, refresh, setTimeout };
