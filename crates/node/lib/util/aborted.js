'use strict';

// util.aborted: a promise for a signal's abort, as long as `resource` is alive.

const globals = require('globals');
const { objectAssign } = require('core/intrinsics');
const { SafeWeakRef } = require('core/safe/collections');
const { promiseResolve, promiseWithResolvers } = require('core/safe/promises');
const { validateObject, kValidateObjectAllowObjects } = require('core/validate');

function aborted(signal, resource) {
  if (!(signal instanceof globals.AbortSignal)) {
    throw objectAssign(new TypeError('signal is not of type AbortSignal.'), { code: 'ERR_INVALID_ARG_TYPE' });
  }
  validateObject(resource, 'resource', kValidateObjectAllowObjects);
  if (signal.aborted) return promiseResolve();
  const { promise, resolve } = promiseWithResolvers();
  const { kResistStopPropagation } = require('core/event_target');
  // The resource is held weakly; once it was collected, the promise stays pending.
  const weak = new SafeWeakRef(resource);
  signal.addEventListener('abort', () => {
    if (weak.deref() !== undefined) resolve();
  }, { once: true, [kResistStopPropagation]: true });
  return promise;
}

module.exports = { aborted };
