'use strict';
// The channels of node:diagnostics_channel that tell of sockets. Loaded only when a program has loaded that module.

const { channel } = require('diagnostics_channel');

const client = channel('net.client.socket');
const server = channel('net.server.socket');

function clientSocket(socket) {
  if (client.hasSubscribers) client.publish({ socket });
}

function serverSocket(socket) {
  if (server.hasSubscribers) server.publish({ socket });
}

module.exports = { clientSocket, serverSocket };
