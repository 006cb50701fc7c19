'use strict';
// The channels of node:diagnostics_channel that tell of sockets. Loaded only when a program has loaded that module.

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

// The course of a listen(): 'asyncStart', then 'asyncEnd' or 'error'.
function serverListen(event, message) {
  if (listen[event].hasSubscribers) listen[event].publish(message);
}

module.exports = { clientSocket, datagramSocket, serverListen, serverSocket };
