'use strict';

// events.addAbortListener: listens to 'abort' even if an earlier listener stopped its propagation.

const globals = require('globals');
const { codes } = require('core/errors');
const { validateAbortSignal, validateFunction } = require('core/validate');

function addAbortListener(signal, listener) {
  if (signal === undefined) throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');

  let remove;
  if (signal.aborted) {
    globals.queueMicrotask(() => listener());
  } else {
    const { kResistStopPropagation } = require('core/event_target');
    signal.addEventListener('abort', listener, { once: true, [kResistStopPropagation]: true });
    remove = () => signal.removeEventListener('abort', listener);
  }
  return {
    __proto__: null,
    [Symbol.dispose]() {
      remove?.();
    },
  };
}

module.exports = { addAbortListener };
