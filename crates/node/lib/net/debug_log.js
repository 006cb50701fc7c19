'use strict';
// NODE_DEBUG=net,http: logs the events of sockets and messages to standard error. Loaded only if the variable is set;
// it subscribes to diagnostics channels, so that the code that publishes does not depend on it.

const { each } = require('core/safe/walk');
const { subscribe } = require('diagnostics_channel');
const { debuglog } = require('util/debuglog');

const net = debuglog('net');
const http = debuglog('http');

const logChannel = (log, name, format) => {
  if (log.enabled) subscribe(name, (message) => log(...each(format(message))));
};

logChannel(net, 'net.client.socket', () => ['createConnection']);
logChannel(net, 'net.server.socket', () => ['onconnection']);
logChannel(http, 'net.server.socket', ({ socket }) => (socket.server?.constructor === require('http').Server ? ['SERVER new http connection'] : ['server socket']));
logChannel(http, 'http.client.request.start', ({ request }) => ['CLIENT request', request.method, request.path, request.getHeaders()]);
logChannel(http, 'http.client.response.finish', ({ response }) => ['AGENT incoming response!', response.statusCode, response.headers]);
logChannel(http, 'http.client.request.error', ({ error }) => ['CLIENT request error', error.code]);
logChannel(http, 'http.server.request.start', ({ request }) => ['SERVER request', request.method, request.url, request.headers]);
logChannel(http, 'http.server.response.finish', ({ response }) => ['SERVER response', response.statusCode, response.getHeaders()]);
