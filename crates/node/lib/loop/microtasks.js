'use strict';
// queueMicrotask: one promise job. What it throws is an uncaught exception, and the jobs after it still run.

const resolved = Promise.resolve();
const then = Promise.prototype.then;

function queueMicrotask(callback) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
  then.call(resolved, () => {
    try {
      callback();
    } catch (error) {
      require('process/fatal').triggerUncaught(error, false, true);
    }
  });
}

module.exports = { queueMicrotask };
