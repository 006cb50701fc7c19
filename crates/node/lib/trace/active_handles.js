'use strict';
// What keeps the process alive: handles, and intervals until they are cleared, and their ref() and unref().

const log = require('trace/log');
const { noteOf } = require('trace/stamp');

// For a class whose instances are recorded.
function watchReferences({ prototype }) {
  for (const [name, isReferenced] of [['ref', true], ['unref', false]]) {
    const method = prototype[name];
    const wrapped = { [name]() {
      const origin = noteOf(this);
      if (origin?.resource >= 0 && log.isOn()) log.native.handleRefChanged(origin.resource, isReferenced);
      return method.call(this);
    } }[name];
    Object.defineProperty(prototype, name, { __proto__: null, value: wrapped, writable: true, configurable: true, enumerable: false });
  }
}

function intervalCreated(timer, resource, stack) {
  log.native.handleCreated(resource, 'Timeout', stack);
  if (!timer.hasRef()) log.native.handleRefChanged(resource, false);
}

module.exports = { intervalCreated, watchReferences };
