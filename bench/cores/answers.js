'use strict';
// A worker that sends back what it receives; a buffer is transferred.
const { parentPort } = require('node:worker_threads');

parentPort.on('message', (message) => {
  parentPort.postMessage(message, message instanceof ArrayBuffer ? [message] : []);
});
