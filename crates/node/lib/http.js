'use strict';
// node:http.
//
//   http/server.js       servers; http/connection.js: one connection     http/parser.js     the HTTP/1 parser (implemented in Rust)
//   http/incoming.js     incoming messages                               http/outgoing.js   outgoing messages; http/response.js
//   http/client.js       requests; http/client_socket.js: their sockets  http/agent.js      assigns sockets to requests

const globals = require('globals');
const { arraySort, objectDefineProperty } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { IncomingMessage } = require('http/incoming');
const { OutgoingMessage } = require('http/outgoing');
const { ServerResponse } = require('http/response');
const { Server } = require('http/server');
const { connectionListener } = require('http/connection');
const { httpMethods, methods } = require('http/parser');
const { validateHeaderName, validateHeaderValue } = require('http/tokens');

if (globals.process.env.NODE_DEBUG !== undefined) require('net/debug_log');

function createServer(options, requestListener) {
  return new Server(options, requestListener);
}

// Lazily: a server does not load the client.
const agents = () => require('http/agent');

function request(url, options, cb) {
  return new (require('http/client').ClientRequest)(url, options, cb);
}

function get(url, options, cb) {
  const req = request(url, options, cb);
  req.end();
  return req;
}

function setGlobalProxyFromEnv(proxyEnv) {
  return require('http/proxy').setGlobalProxyFromEnv(proxyEnv);
}

function setMaxIdleHTTPParsers(max) {
  require('core/validate').validateInteger(max, 'max', 1);
  require('http/parser').freeList.max = max;
}

module.exports = {
  _connectionListener: connectionListener,
  METHODS: arraySort(sliceOf(methods, 0, httpMethods)),
  STATUS_CODES: require('http/status_codes'),
  get Agent() { return agents().Agent; },
  get ClientRequest() { return require('http/client').ClientRequest; },
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
  get,
  request,
  setMaxIdleHTTPParsers,
  setGlobalProxyFromEnv,
  get WebSocket() { return require('web/web_socket').WebSocket; },
  get CloseEvent() { return require('messaging/events').CloseEvent; },
  get MessageEvent() { return require('messaging/events').MessageEvent; },
};

objectDefineProperty(module.exports, 'maxHeaderSize', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => require('http/limits').maxHeaderSize(),
});

objectDefineProperty(module.exports, 'globalAgent', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => agents().getGlobalAgent(),
  set: (agent) => agents().setGlobalAgent(agent),
});
