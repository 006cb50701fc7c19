'use strict';
// NODE_DEBUG=net,http: what happens to sockets and messages, a line each on standard error. Loaded only where the variable is set;
// it listens to the channels of diagnostics_channel, so the code that does the work knows nothing of it.

const { each } = require('core/safe/walk');
const { subscribe } = require('diagnostics_channel');
const { debuglog } = require('util/debuglog');

const net = debuglog('net');
const http = debuglog('http');

const tell = (log, name, words) => {
  if (log.enabled) subscribe(name, (message) => log(...each(words(message))));
};

tell(net, 'net.client.socket', () => ['createConnection']);
tell(net, 'net.server.socket', () => ['onconnection']);
tell(http, 'net.server.socket', ({ socket }) => (socket.server?.constructor === require('http').Server ? ['SERVER new http connection'] : ['server socket']));
tell(http, 'http.client.request.start', ({ request }) => ['CLIENT request', request.method, request.path, request.getHeaders()]);
tell(http, 'http.client.response.finish', ({ response }) => ['AGENT incoming response!', response.statusCode, response.headers]);
tell(http, 'http.client.request.error', ({ error }) => ['CLIENT request error', error.code]);
tell(http, 'http.server.request.start', ({ request }) => ['SERVER request', request.method, request.url, request.headers]);
tell(http, 'http.server.response.finish', ({ response }) => ['SERVER response', response.statusCode, response.getHeaders()]);
