'use strict';

// Adds and removes listeners of an EventEmitter or an EventTarget.

const { codes } = require('core/errors');

function addListener(target, name, listener, options) {
  if (typeof target.on === 'function') {
    if (options?.once) target.once(name, listener);
    else target.on(name, listener);
  } else if (typeof target.addEventListener === 'function') {
    target.addEventListener(name, listener, options);
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', target);
  }
}

function removeListener(target, name, listener, options) {
  if (typeof target.removeListener === 'function') {
    target.removeListener(name, listener);
  } else if (typeof target.removeEventListener === 'function') {
    target.removeEventListener(name, listener, options);
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', target);
  }
}

module.exports = { addListener, removeListener };
