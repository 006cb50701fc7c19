'use strict';
// node:net: TCP and Unix domain sockets.
//
//   net/socket.js     sockets                        net/server.js       servers; net/listen.js: listen()
//   net/connect.js    connect()                      net/auto_select_family.js  connect() to several addresses
//   net/address.js    addresses and arguments        net/block_list.js, net/socket_address.js
//   net/handle.js     the handles that Rust implements

const globals = require('globals');
const { mathMax } = require('core/intrinsics');
const { isIP, isIPv4, isIPv6, normalizeArgs } = require('net/address');
const { MIN_ATTEMPT_TIMEOUT, defaults } = require('net/connect');
const { Server } = require('net/server');
const { Socket } = require('net/socket');

const validate = () => require('core/validate');

function connect(...args) {
  const normalized = normalizeArgs(args);
  const { 0: options } = normalized;
  const socket = new Socket(options);
  if (options.timeout) socket.setTimeout(options.timeout);
  return socket.connect(normalized);
}

function createServer(options, connectionListener) {
  return new Server(options, connectionListener);
}

if (globals.process.env.NODE_DEBUG !== undefined) require('net/debug_log');

function getDefaultAutoSelectFamily() {
  return defaults.autoSelectFamily;
}

function setDefaultAutoSelectFamily(value) {
  validate().validateBoolean(value, 'value');
  defaults.autoSelectFamily = value;
}

function getDefaultAutoSelectFamilyAttemptTimeout() {
  return defaults.attemptTimeout;
}

function setDefaultAutoSelectFamilyAttemptTimeout(value) {
  validate().validateInt32(value, 'value', 1);
  defaults.attemptTimeout = mathMax(value, MIN_ATTEMPT_TIMEOUT);
}

module.exports = {
  _createServerHandle: require('net/listen').createServerHandle,
  _normalizeArgs: normalizeArgs,
  get BlockList() { return require('net/block_list').BlockList; },
  get SocketAddress() { return require('net/socket_address').SocketAddress; },
  get BoundSocket() { return require('net/bound_socket').BoundSocket; },
  connect,
  createConnection: connect,
  createServer,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  Socket,
  Stream: Socket,
  getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
};
