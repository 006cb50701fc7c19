'use strict';
// The diagnostics channels of sockets. Loaded only when a program has loaded node:diagnostics_channel.

const { channel, tracingChannel } = require('diagnostics_channel');

const client = channel('net.client.socket');
const server = channel('net.server.socket');
const datagrams = channel('udp.socket');
const listen = tracingChannel('net.server.listen');

function clientSocket(socket) {
  if (client.hasSubscribers) client.publish({ socket });
}

function serverSocket(socket) {
  if (server.hasSubscribers) server.publish({ socket });
}

function datagramSocket(socket) {
  if (datagrams.hasSubscribers) datagrams.publish({ socket });
}

// The events of listen(): 'asyncStart', then 'asyncEnd' or 'error'.
function serverListen(event, message) {
  if (listen[event].hasSubscribers) listen[event].publish(message);
}

module.exports = { clientSocket, datagramSocket, serverListen, serverSocket };
