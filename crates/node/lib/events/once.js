'use strict';

// events.once: a promise for the next event's arguments.
//
// The caller (events.once) is an async function that returns this promise: the three jobs that takes are part of Node's order.

const { AbortError } = require('core/errors');
const { validateAbortSignal, validateObject } = require('core/validate');
const { addListener, removeListener } = require('events/agnostic');

function once(emitter, name, options) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });

  return new __hexloop_promise__((resolve, reject) => {
    const onError = (error) => {
      emitter.removeListener(name, onEvent);
      if (signal != null) removeListener(signal, 'abort', onAbort);
      reject(error);
    };
    const onEvent = (...values) => {
      if (typeof emitter.removeListener === 'function') emitter.removeListener('error', onError);
      if (signal != null) removeListener(signal, 'abort', onAbort);
      resolve(values);
    };
    const onAbort = () => {
      removeListener(emitter, name, onEvent);
      removeListener(emitter, 'error', onError);
      reject(new AbortError(undefined, { cause: signal.reason }));
    };

    addListener(emitter, name, onEvent, { once: true });
    // An EventTarget has no 'error' convention: only emitters reject on it.
    if (name !== 'error' && typeof emitter.once === 'function') emitter.once('error', onError);
    if (signal != null) {
      const { kResistStopPropagation } = require('core/event_target');
      addListener(signal, 'abort', onAbort, { once: true, [kResistStopPropagation]: true });
    }
  });
}

module.exports = { once };
