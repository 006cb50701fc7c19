'use strict';
// A socket that fails before its request uses it: one error, whether the request was aborted or not.
const http = require('http');
const net = require('net');

function createConnection() {
  const socket = new net.Socket();
  process.nextTick(() => socket.destroy(new Error('of the socket')));
  return socket;
}
class Agent extends http.Agent {}
Agent.prototype.createConnection = createConnection;

for (const abort of [true, false]) {
  for (const [name, options] of [['own connection', { createConnection }], ['agent', { agent: new Agent() }]]) {
    const request = http.get(options);
    request.on('error', (error) => console.log(name, abort, error.message));
    request.on('close', () => console.log(name, abort, 'close'));
    if (abort) request.abort();
  }
}
