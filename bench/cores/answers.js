'use strict';
// A worker that sends back what it gets; a buffer as what it is, without a copy.
const { parentPort } = require('node:worker_threads');

parentPort.on('message', (message) => {
  parentPort.postMessage(message, message instanceof ArrayBuffer ? [message] : []);
});
