'use strict';
// util.transferableAbortSignal and transferableAbortController: signals that can be sent with postMessage.
//
// The received signal is a new one. A port at each end transports the reason; neither keeps the process alive, so an abort arrives
// some turns of the loop later, if there are any.

const globals = require('globals');
const { objectDefineProperty } = require('core/intrinsics');
const { kTransfer } = require('core/cloneable');
const { codes } = require('core/errors');

function transfer() {
  if (this.aborted) {
    const { structuredClone } = require('core/structured_clone');
    return { parts: ['signal', structuredClone(this.reason)], ports: [], commit() {} };
  }
  const { port1, port2 } = new (require('messaging/port').MessageChannel)();
  const commit = () => {
    this.addEventListener('abort', () => {
      port1.postMessage(this.reason);
      port1.close();
    }, { once: true });
  };
  return { parts: ['signal', undefined, port2], ports: [port2], commit };
}

// Creates the received signal; without a port the original was already aborted.
function receive(reason, port) {
  if (port === undefined) return globals.AbortSignal.abort(reason);
  const controller = new globals.AbortController();
  port.onmessage = ({ data }) => {
    controller.abort(data);
    port.close();
  };
  port.unref();
  return controller.signal;
}

function transferableAbortSignal(signal) {
  if (!(signal instanceof globals.AbortSignal)) throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  if (signal[kTransfer] === undefined) objectDefineProperty(signal, kTransfer, { __proto__: null, value: transfer });
  return signal;
}

function transferableAbortController() {
  const controller = new globals.AbortController();
  transferableAbortSignal(controller.signal);
  return controller;
}

module.exports = { receive, transferableAbortController, transferableAbortSignal };
