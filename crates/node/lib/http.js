'use strict';
// node:http.
//
//   http/server.js       servers, http/connection.js one connection      http/parser.js     HTTP/1 as bytes (Rust reads it)
//   http/incoming.js     messages that come                              http/outgoing.js   messages that go, http/response.js
//
// The client's half (Agent, ClientRequest, request(), get()) is not there yet.

const { IncomingMessage } = require('http/incoming');
const { OutgoingMessage } = require('http/outgoing');
const { ServerResponse } = require('http/response');
const { Server } = require('http/server');
const { connectionListener } = require('http/connection');
const { httpMethods, methods } = require('http/parser');
const { validateHeaderName, validateHeaderValue } = require('http/tokens');
const { refusing } = require('core/not_yet');

function createServer(options, requestListener) {
  return new Server(options, requestListener);
}

function setMaxIdleHTTPParsers(max) {
  require('core/validate').validateInteger(max, 'max', 1);
  require('_http_common').parsers.max = max;
}

module.exports = {
  _connectionListener: connectionListener,
  METHODS: methods.slice(0, httpMethods).sort(),
  STATUS_CODES: require('http/status_codes'),
  Agent: refusing('http', 'Agent'),
  ClientRequest: refusing('http', 'ClientRequest'),
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
  get: refusing('http', 'get'),
  request: refusing('http', 'request'),
  setMaxIdleHTTPParsers,
  setGlobalProxyFromEnv: refusing('http', 'setGlobalProxyFromEnv'),
};

Object.defineProperty(module.exports, 'maxHeaderSize', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => require('http/limits').maxHeaderSize(),
});
