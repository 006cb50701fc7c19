'use strict';
// fs.stat and its like with a signal. The caller learns of an abort at once; the operation goes on, and its result is ignored.

const { abortedBy } = require('core/errors');
const { kResistStopPropagation } = require('core/event_target');
const { validateAbortSignal } = require('core/validate');

// The signal of options that are an object; undefined without one.
function signalOf(options) {
  const { signal } = options;
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  return signal;
}

// start(finish) begins the operation, which calls finish(error, value). `callback` is called once, for that or for the abort.
function untilAborted(signal, callback, start) {
  if (signal.aborted) {
    callback(abortedBy(signal));
    return;
  }
  let isFinished = false;
  const finish = (error, value) => {
    if (isFinished) return;
    isFinished = true;
    signal.removeEventListener('abort', onAbort);
    callback(error, value);
  };
  const onAbort = () => finish(abortedBy(signal));
  signal.addEventListener('abort', onAbort, { __proto__: null, once: true, [kResistStopPropagation]: true });
  start(finish);
}

// The same for a promise; start() returns one.
function promiseUntilAborted(signal, start) {
  return new __hexloop_promise__((resolve, reject) => {
    untilAborted(signal, (error, value) => (error ? reject(error) : resolve(value)), async (finish) => {
      try {
        finish(null, await start());
      } catch (error) {
        finish(error);
      }
    });
  });
}

module.exports = { promiseUntilAborted, signalOf, untilAborted };
