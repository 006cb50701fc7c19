'use strict';

const { ServerResponse } = require('http/response');
const { connectionListener, kServerResponse } = require('http/connection');
const server = require('http/server');

module.exports = {
  STATUS_CODES: require('http/status_codes'),
  Server: server.Server,
  ServerResponse,
  setupConnectionsTracking: server.setupConnectionsTracking,
  storeHTTPOptions: server.storeHTTPOptions,
  _connectionListener: connectionListener,
  kServerResponse,
  httpServerPreClose: server.httpServerPreClose,
  kConnectionsCheckingInterval: server.kConnectionsCheckingInterval,
};
