'use strict';

// util.aborted: a promise for a signal's abort, as long as `resource` is alive.

const { validateObject, kValidateObjectAllowObjects } = require('core/validate');

function aborted(signal, resource) {
  if (!(signal instanceof AbortSignal)) {
    throw Object.assign(new TypeError('signal is not of type AbortSignal.'), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  validateObject(resource, 'resource', kValidateObjectAllowObjects);
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers();
  const { kResistStopPropagation } = require('core/event_target');
  // The resource is held weakly; once it was collected, the promise stays pending.
  const weak = new WeakRef(resource);
  signal.addEventListener('abort', () => {
    if (weak.deref() !== undefined) resolve();
  }, { once: true, [kResistStopPropagation]: true });
  return promise;
}

module.exports = { aborted };
