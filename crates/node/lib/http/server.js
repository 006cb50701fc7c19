'use strict';
// http.Server: its options and its connections. connection.js handles one connection.

const globals = require('globals');
const { mathAbs, mathMin, objectDefineProperty, objectSetPrototypeOf, reflectApply, symbolFor } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const { SafeSet } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const net = require('net');
const { codes } = require('core/errors');
const { validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf } = require('core/validate');
const { IncomingMessage } = require('http/incoming');
const { kIncomingMessage, now } = require('http/parser');
const { kUniqueHeaders } = require('http/outgoing');
const { parseUniqueHeadersOption } = require('http/outgoing_headers');
const { ServerResponse } = require('http/response');
const {
  connectionListener, kConnections, kOptimizeEmptyRequests, kServerResponse, socketOnError,
} = require('http/connection');

const kConnectionsCheckingInterval = Symbol('http.server.connectionsCheckingInterval');

const HEADERS_TIMEOUT = 60_000;
const REQUEST_TIMEOUT = 300_000;
const KEEP_ALIVE_TIMEOUT = 5_000;
const KEEP_ALIVE_BUFFER = 1_000;
const CHECKING_INTERVAL = 30_000;

function number(options, name, fallback) {
  const value = options[name];
  if (value === undefined) return fallback;
  validateInteger(value, name, 0);
  return value;
}

function boolean(options, name, fallback) {
  const value = options[name];
  if (value !== undefined) validateBoolean(value, `options.${name}`);
  return value ?? fallback;
}

function storeHTTPOptions(options) {
  this[kIncomingMessage] = options.IncomingMessage || IncomingMessage;
  this[kServerResponse] = options.ServerResponse || ServerResponse;
  const { maxHeaderSize, httpValidation } = options;
  if (maxHeaderSize !== undefined) validateInteger(maxHeaderSize, 'maxHeaderSize', 0);
  this.maxHeaderSize = maxHeaderSize;
  this.insecureHTTPParser = boolean(options, 'insecureHTTPParser', undefined);
  if (httpValidation !== undefined) {
    validateOneOf(httpValidation, 'options.httpValidation', ['strict', 'relaxed', 'insecure']);
    if (this.insecureHTTPParser !== undefined) {
      throw new codes.ERR_INVALID_ARG_VALUE(
        'options.httpValidation', httpValidation, 'cannot be used together with options.insecureHTTPParser');
    }
  }
  this.httpValidation = httpValidation;
  storeTimeouts(this, options);
  this.requireHostHeader = boolean(options, 'requireHostHeader', true);
  this.joinDuplicateHeaders = boolean(options, 'joinDuplicateHeaders', undefined);
  this.rejectNonStandardBodyWrites = boolean(options, 'rejectNonStandardBodyWrites', false);
  this[kOptimizeEmptyRequests] = boolean(options, 'optimizeEmptyRequests', false);
  const { shouldUpgradeCallback } = options;
  if (shouldUpgradeCallback !== undefined) {
    validateFunction(shouldUpgradeCallback, 'options.shouldUpgradeCallback');
    this.shouldUpgradeCallback = shouldUpgradeCallback;
  } else {
    this.shouldUpgradeCallback = function() { return this.listenerCount('upgrade') > 0; };
  }
}

function storeTimeouts(server, options) {
  server.requestTimeout = number(options, 'requestTimeout', REQUEST_TIMEOUT);
  const { headersTimeout } = options;
  if (headersTimeout !== undefined) {
    validateInteger(headersTimeout, 'headersTimeout', 0);
    server.headersTimeout = headersTimeout;
  } else {
    server.headersTimeout = mathMin(HEADERS_TIMEOUT, server.requestTimeout || HEADERS_TIMEOUT);
  }
  if (server.requestTimeout > 0 && server.headersTimeout > 0 && server.headersTimeout > server.requestTimeout) {
    throw new codes.ERR_OUT_OF_RANGE('headersTimeout', '<= requestTimeout', headersTimeout);
  }
  server.keepAliveTimeout = number(options, 'keepAliveTimeout', KEEP_ALIVE_TIMEOUT);
  server.keepAliveTimeoutBuffer = number(options, 'keepAliveTimeoutBuffer', KEEP_ALIVE_BUFFER);
  server.connectionsCheckingInterval = number(options, 'connectionsCheckingInterval', CHECKING_INTERVAL);
}

function Server(options, requestListener) {
  if (!(this instanceof Server)) return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = {};
  } else if (options === undefined || options === null) {
    options = {};
  } else {
    validateObject(options, 'options');
    options = { ...options };
  }
  call1(storeHTTPOptions, this, options);
  call1(net.Server, this, {
    allowHalfOpen: true,
    noDelay: options.noDelay ?? true,
    keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
    highWaterMark: options.highWaterMark,
    captureRejections: options.captureRejections,
    blockList: options.blockList,
  });
  if (requestListener) this.on('request', requestListener);
  this.httpAllowHalfOpen = false;
  this.on('connection', connectionListener);
  this.on('listening', setupConnectionsTracking);
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this[kUniqueHeaders] = parseUniqueHeadersOption(options.uniqueHeaders);
  objectDefineProperty(this, kConnections, { __proto__: null, value: new SafeSet() });
}
objectSetPrototypeOf(Server.prototype, net.Server.prototype);
objectSetPrototypeOf(Server, net.Server);

const proto = Server.prototype;

// ---- timeouts of connections

function setupConnectionsTracking() {
  if (this[kConnections] === undefined) objectDefineProperty(this, kConnections, { __proto__: null, value: new SafeSet() });
  if (this[kConnectionsCheckingInterval]) globals.clearInterval(this[kConnectionsCheckingInterval]);
  objectDefineProperty(this, kConnectionsCheckingInterval, {
    __proto__: null,
    configurable: true,
    writable: true,
    value: globals.setInterval(checkConnections, this.connectionsCheckingInterval, this).unref(),
  });
}

// One interval for all connections instead of a timer for each.
function checkConnections(server) {
  const { headersTimeout, requestTimeout } = server;
  if (headersTimeout === 0 && requestTimeout === 0) return;
  const time = now();
  for (const socket of each(server[kConnections])) {
    const startTime = socket.parser?.startTime() ?? 0;
    if (startTime === 0) continue;
    const age = time - mathAbs(startTime);
    // Negative: its headers are complete.
    const isExpired = (startTime > 0 && headersTimeout > 0 && age > headersTimeout) || (requestTimeout > 0 && age > requestTimeout);
    if (isExpired) call1(socketOnError, socket, new codes.ERR_HTTP_REQUEST_TIMEOUT());
  }
}

// ---- close

function httpServerPreClose(server) {
  server.closeIdleConnections();
  globals.clearInterval(server[kConnectionsCheckingInterval]);
}

proto.close = function close() {
  httpServerPreClose(this);
  reflectApply(net.Server.prototype.close, this, arguments);
  return this;
};

proto[Symbol.asyncDispose] = async function() {
  await new __hexloop_promise__((resolve, reject) => this.close((error) => (error ? reject(error) : resolve())));
};

proto.closeAllConnections = function closeAllConnections() {
  for (const socket of each([...each(this[kConnections] ?? [])])) socket.destroy();
};

proto.closeIdleConnections = function closeIdleConnections() {
  for (const socket of each([...each(this[kConnections] ?? [])])) {
    if (socket._httpMessage && !socket._httpMessage.finished) continue;
    const { parser } = socket;
    // Between two requests, or before the first byte of one.
    const isIdle = parser && (parser.startTime() === 0 || socket.bytesRead === 0);
    // Its listeners are being called if it is not complete.
    if (isIdle && (parser.incoming === null || parser.incoming.complete)) socket.destroy();
  }
};

proto.setTimeout = function setTimeout(msecs, callback) {
  this.timeout = msecs;
  if (callback) this.on('timeout', callback);
  return this;
};

proto[symbolFor('nodejs.rejection')] = function(error, event, ...args) {
  if (event !== 'request') {
    reflectApply(net.Server.prototype[symbolFor('nodejs.rejection')], this, [error, event, ...each(args)]);
    return;
  }
  const { 1: response } = args;
  if (response.headersSent || response.writableEnded) {
    response.destroy();
    return;
  }
  for (const name of each(response.getHeaderNames())) response.removeHeader(name);
  response.statusCode = 500;
  response.end(require('http/status_codes')[500]);
};

module.exports = {
  Server, httpServerPreClose, kConnectionsCheckingInterval, setupConnectionsTracking, storeHTTPOptions,
};
