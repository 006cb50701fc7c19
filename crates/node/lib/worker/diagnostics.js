'use strict';
// The channel of node:diagnostics_channel that tells of workers. Loaded only when a program has loaded that module.

const workers = require('diagnostics_channel').channel('worker_threads');

function created(worker) {
  if (workers.hasSubscribers) workers.publish({ worker });
}

module.exports = { created };
