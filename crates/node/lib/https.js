'use strict';
// node:https: node:http over node:tls.

const globals = require('globals');
const {
  arrayAt, arrayPop, arrayPush, arrayShift, arraySplice, arrayUnshift, jsonStringify, objectAssign, objectDefineProperty,
  objectSetPrototypeOf, reflectApply, reflectConstruct, symbolFor,
} = require('core/intrinsics');
const { call1, call2 } = require('core/safe/calls');
const { SafeSet } = require('core/safe/collections');
const { indexIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const tls = require('tls');
const { Agent: PlainAgent, proxyEnvironment } = require('http/agent');
const { ClientRequest } = require('http/client');
const { connectionListener, kConnections } = require('http/connection');
const http = require('http/server');
const { kUniqueHeaders } = require('http/outgoing');
const { parseUniqueHeadersOption } = require('http/outgoing_headers');

// ---- server

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  let protocols = ['http/1.1'];
  if (typeof options === 'function') {
    requestListener = options;
    options = { ALPNProtocols: protocols };
  } else if (options === null || options === undefined) {
    options = { ALPNProtocols: protocols };
  } else {
    require('core/validate').validateObject(options, 'options');
    // Only one of the two options is allowed.
    if (options.ALPNProtocols || options.ALPNCallback) protocols = undefined;
    options = { ...options, ...(protocols === undefined ? undefined : { ALPNProtocols: protocols }) };
  }
  call1(http.storeHTTPOptions, this, options);
  call2(tls.Server, this, { noDelay: true, ...options, allowHalfOpen: true }, connectionListener);
  this.httpAllowHalfOpen = false;
  if (requestListener) this.addListener('request', requestListener);
  this.addListener('tlsClientError', function(error, socket) {
    if (!this.emit('clientError', error, socket)) socket.destroy(error);
  });
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this.on('listening', http.setupConnectionsTracking);
  this[kUniqueHeaders] = parseUniqueHeadersOption(options.uniqueHeaders);
  objectDefineProperty(this, kConnections, { __proto__: null, value: new SafeSet() });
}
objectSetPrototypeOf(Server.prototype, tls.Server.prototype);
objectSetPrototypeOf(Server, tls.Server);

Server.prototype.closeAllConnections = http.Server.prototype.closeAllConnections;
Server.prototype.closeIdleConnections = http.Server.prototype.closeIdleConnections;
Server.prototype.setTimeout = http.Server.prototype.setTimeout;
Server.prototype.close = function close() {
  http.httpServerPreClose(this);
  reflectApply(tls.Server.prototype.close, this, arguments);
  return this;
};
Server.prototype[Symbol.asyncDispose] = http.Server.prototype[Symbol.asyncDispose];
Server.prototype[symbolFor('nodejs.rejection')] = http.Server.prototype[symbolFor('nodejs.rejection')];

function createServer(options, requestListener) {
  return new Server(options, requestListener);
}

// ---- agent: its sockets, and the cached sessions that shorten a handshake

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  options = { __proto__: null, ...options, defaultPort: options?.defaultPort ?? 443, protocol: options?.protocol ?? 'https:' };
  call1(PlainAgent, this, options);
  this.maxCachedSessions = this.options.maxCachedSessions;
  if (this.maxCachedSessions === undefined) this.maxCachedSessions = 100;
  this._sessionCache = { map: {}, list: [] };
}
objectSetPrototypeOf(Agent.prototype, PlainAgent.prototype);
objectSetPrototypeOf(Agent, PlainAgent);

Agent.prototype.createConnection = function createConnection(port, host, options) {
  const rest = [...each(arguments)];
  const callback = typeof arrayAt(rest, -1) === 'function' ? arrayPop(rest) : undefined;
  if (port !== null && typeof port === 'object') options = port;
  else if (host !== null && typeof host === 'object') options = { ...host };
  else if (options === null || typeof options !== 'object') options = {};
  else options = { ...options };
  if (typeof port === 'number') options.port = port;
  if (typeof host === 'string') options.host = host;
  if (options._agentKey) {
    const session = this._getSession(options._agentKey);
    if (session) options = { session, ...options };
  }
  const tunnel = require('http/tunnel').tunnelFor(this, options);
  if (tunnel !== undefined) {
    tunnel((error, socket) => (error ? callback(error) : callback(null, secured(this, { ...options, socket }))));
    return undefined;
  }
  return secured(this, options);
};

function secured(agent, options) {
  const socket = tls.connect(options);
  if (options._agentKey) {
    socket.on('session', (session) => agent._cacheSession(options._agentKey, session));
    // Do not resume the session of a connection that failed.
    socket.once('close', (hadError) => { if (hadError) agent._evictSession(options._agentKey); });
  }
  return socket;
}

// Everything that makes two connections different.
Agent.prototype.getName = function getName(options = {}) {
  let name = call1(PlainAgent.prototype.getName, this, options);
  const add = (value, isSet = Boolean(value)) => { name += isSet ? `:${value}` : ':'; };
  add(options.ca);
  add(options.cert);
  add(options.clientCertEngine);
  add(options.ciphers);
  add(options.key);
  add(options.pfx);
  add(options.rejectUnauthorized, options.rejectUnauthorized !== undefined);
  add(options.servername, Boolean(options.servername) && options.servername !== options.host);
  add(options.minVersion);
  add(options.maxVersion);
  add(options.secureProtocol);
  add(options.crl);
  add(options.honorCipherOrder, options.honorCipherOrder !== undefined);
  add(options.ecdhCurve);
  add(options.dhparam);
  add(options.secureOptions, options.secureOptions !== undefined);
  add(options.sessionIdContext);
  add(options.sigalgs ? jsonStringify(options.sigalgs) : '');
  add(options.privateKeyIdentifier);
  add(options.privateKeyEngine);
  return name;
};

Agent.prototype.keepSocketAlive = function keepSocketAlive(socket) {
  return call1(PlainAgent.prototype.keepSocketAlive, this, socket);
};

Agent.prototype._getSession = function _getSession(key) {
  return this._sessionCache.map[key];
};

Agent.prototype._cacheSession = function _cacheSession(key, session) {
  if (this.maxCachedSessions === 0) return;
  const { map, list } = this._sessionCache;
  if (map[key]) {
    map[key] = session;
    return;
  }
  if (list.length >= this.maxCachedSessions) delete map[arrayShift(list)];
  arrayPush(list, key);
  map[key] = session;
};

Agent.prototype._evictSession = function _evictSession(key) {
  const { map, list } = this._sessionCache;
  const index = indexIn(list, key);
  if (index === -1) return;
  arraySplice(list, index, 1);
  delete map[key];
};

let globalAgent;

const getGlobalAgent = () => globalAgent ??= new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: proxyEnvironment() });

// ---- client

function request(...args) {
  let options = {};
  if (typeof args[0] === 'string') {
    options = require('url').urlToHttpOptions(new globals.URL(arrayShift(args)));
  } else if (args[0] instanceof globals.URL) {
    options = require('url').urlToHttpOptions(arrayShift(args));
  }
  if (args[0] && typeof args[0] !== 'function') objectAssign(options, arrayShift(args));
  options._defaultAgent = module.exports.globalAgent;
  arrayUnshift(args, options);
  return reflectConstruct(ClientRequest, args);
}

function get(input, options, callback) {
  const message = request(input, options, callback);
  message.end();
  return message;
}

module.exports = { Agent, Server, createServer, get, request };
objectDefineProperty(module.exports, 'globalAgent', {
  __proto__: null,
  get: getGlobalAgent,
  set(agent) { globalAgent = agent; },
  configurable: true,
  enumerable: true,
});

