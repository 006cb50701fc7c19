'use strict';
// node:net: TCP and Unix domain sockets.
//
// A first, small one: what is here behaves as Node's, event by event and phase by phase; what is not here is absent
// (pipe, setTimeout, setKeepAlive, cork, 'readable', BlockList …) or refused by name (unknown options, names to look up).
// Sockets are EventEmitters until there are streams.
//
//   net/address.js    addresses and arguments        net/incoming.js   the side that is read
//   net/connect.js    finding the other end          net/outgoing.js   the side that is written
//   net/server.js     listening                      net/handle.js     the sockets that Rust has

const { isIP, isIPv4, isIPv6, readArguments } = require('net/address');
const { Server } = require('net/server');
const { Socket } = require('net/socket');

function connect(...args) {
  const { 0: options } = readArguments(args);
  return new Socket(options).connect(...args);
}

const createServer = (options, connectionListener) => new Server(options, connectionListener);

module.exports = {
  connect,
  createConnection: connect,
  createServer,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  Socket,
  Stream: Socket,
};
