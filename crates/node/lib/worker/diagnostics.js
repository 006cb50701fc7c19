'use strict';
// The diagnostics channel of workers. Loaded only if the program has loaded node:diagnostics_channel.

const workers = require('diagnostics_channel').channel('worker_threads');

function created(worker) {
  if (workers.hasSubscribers) workers.publish({ worker });
}

module.exports = { created };
