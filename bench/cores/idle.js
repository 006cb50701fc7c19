'use strict';
// A worker that waits.
const { parentPort } = require('node:worker_threads');

parentPort.on('message', () => {});
parentPort.postMessage('here');
