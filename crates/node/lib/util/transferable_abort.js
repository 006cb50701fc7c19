'use strict';
// util.transferableAbortSignal and transferableAbortController: signals that postMessage sends.
//
// The one that arrives is another signal. A port at each end carries the reason; neither keeps the process alive, so an
// abort is heard some turns of the loop later, if there are any.

const { kTransfer } = require('core/cloneable');
const { codes } = require('core/errors');

function transfer() {
  if (this.aborted) {
    const { structuredClone } = require('core/structured_clone');
    return { made: AbortSignal.abort(structuredClone(this.reason)), commit() {} };
  }
  const { port1, port2 } = new (require('messaging/port').MessageChannel)();
  const there = new AbortController();
  port2.onmessage = ({ data }) => {
    there.abort(data);
    port2.close();
  };
  port2.unref();
  const commit = () => {
    this.addEventListener('abort', () => {
      port1.postMessage(this.reason);
      port1.close();
    }, { once: true });
  };
  return { made: there.signal, commit };
}

function transferableAbortSignal(signal) {
  if (!(signal instanceof AbortSignal)) throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  if (signal[kTransfer] === undefined) Object.defineProperty(signal, kTransfer, { __proto__: null, value: transfer });
  return signal;
}

function transferableAbortController() {
  const controller = new AbortController();
  transferableAbortSignal(controller.signal);
  return controller;
}

module.exports = { transferableAbortController, transferableAbortSignal };
