'use strict';
// ClientRequest: a request of the client. client_socket.js handles its socket.
//
//   new ──▶ agent.addRequest() ──▶ onSocket() ──(a tick)──▶ 'socket' ─▶ head and body are written ─▶ 'finish'
//    │                                                                            └▶ 'response' ─▶ its 'end' ─▶ 'close'
//    └─ write(), end(): buffered until then

const globals = require('globals');
const {
  arrayIsArray, numberIsFinite, objectAssign, objectDefineProperty, objectKeys, objectSetPrototypeOf, regexpTest,
  stringToUpperCase,
} = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { SafeSet } = require('core/safe/collections');
const { indexIn, isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { nextTick } = require('loop/ticks');
const { codes, ConnResetException } = require('core/errors');
const { OutgoingMessage, kOutHeaders, kUniqueHeaders } = require('http/outgoing');
const { parseUniqueHeadersOption } = require('http/outgoing_headers');
const { checkIsHttpToken } = require('http/tokens');
const { getGlobalAgent, kProxy } = require('http/agent');
const { attach, emitErrorEvent, listenSocketTimeout, socketErrorListener } = require('http/client_socket');

const validate = () => require('core/validate');
const diagnostics = () => require('http/client_diagnostics');

const kPath = Symbol('kPath');
const kError = Symbol('kError');

const INVALID_PATH_REGEX = /[^\u0021-\u00ff]/;
const TIMEOUT_MAX = 2 ** 31 - 1;
const METHODS_WITHOUT_BODY = new SafeSet(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

function ClientRequest(input, options, callback) {
  call0(OutgoingMessage, this);
  ({ 0: options, 1: callback } = normalize(input, options, callback));
  this.agent = agentFor(options);
  checkTarget(this, options);
  const defaultPort = options.defaultPort || this.agent?.defaultPort;
  const port = options.port = options.port || defaultPort || 80;
  const host = options.host =
    validateHost(options.hostname, 'hostname') || validateHost(options.host, 'host') || 'localhost';
  this.socketPath = options.socketPath;
  if (options.timeout !== undefined) this.timeout = timerDuration(options.timeout, 'timeout');
  if (options.signal) require('stream').addAbortSignal(options.signal, this);
  this.method = validateMethod(options.method);
  setParserOptions(this, options);
  this[kPath] = options.path || '/';
  if (callback) this.once('response', callback);
  this.useChunkedEncodingByDefault = !METHODS_WITHOUT_BODY.has(this.method);
  this._ended = false;
  this.res = null;
  this.aborted = false;
  this.timeoutCb = null;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this.host = host;
  this.protocol = options.protocol || (options._defaultAgent ?? getGlobalAgent()).protocol;
  // A socket that no other request could use is not kept alive.
  if (this.agent) {
    const isReused = this.agent.keepAlive || numberIsFinite(this.agent.maxSockets);
    this._last = !isReused;
    this.shouldKeepAlive = isReused;
  }
  this[kUniqueHeaders] = parseUniqueHeadersOption(options.uniqueHeaders);
  initHeaders(this, options, port, defaultPort);
  requestSocket(this, options);
  if (require.has('diagnostics_channel')) diagnostics().created(this);
}
objectSetPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
objectSetPrototypeOf(ClientRequest, OutgoingMessage);

const proto = ClientRequest.prototype;

// ---- options

// (url, options, callback); the url or the options may be omitted.
function normalize(input, options, callback) {
  if (typeof input === 'string') {
    input = require('url').urlToHttpOptions(new globals.URL(input));
  } else if (input instanceof globals.URL) {
    input = require('url').urlToHttpOptions(input);
  } else {
    callback = options;
    options = input;
    input = null;
  }
  if (typeof options === 'function') {
    callback = options;
    options = objectAssign({ __proto__: null }, input);
  } else {
    options = objectAssign({ __proto__: null }, input, options);
  }
  return [options, callback];
}

function agentFor(options) {
  const { agent } = options;
  const defaultAgent = options._defaultAgent || getGlobalAgent();
  if (agent === false) return new defaultAgent.constructor();
  if (agent === null || agent === undefined) {
    // A custom createConnection() manages its own connections.
    return typeof options.createConnection === 'function' ? undefined : defaultAgent;
  }
  if (typeof agent.addRequest !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.agent', ['Agent-like Object', 'undefined', 'false'], agent);
  }
  return agent;
}

function checkTarget(request, options) {
  const defaultAgent = options._defaultAgent || getGlobalAgent();
  const protocol = options.protocol || defaultAgent.protocol;
  const expected = request.agent?.protocol || defaultAgent.protocol;
  if (options.path && regexpTest(INVALID_PATH_REGEX, String(options.path))) {
    throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
  }
  if (protocol !== expected) throw new codes.ERR_INVALID_PROTOCOL(protocol, expected);
}

function validateHost(host, name) {
  if (host !== null && host !== undefined && typeof host !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'undefined', 'null'], host);
  }
  return host;
}

function validateMethod(method) {
  if (method !== null && method !== undefined) validate().validateString(method, 'options.method');
  if (!method) return 'GET';
  if (!checkIsHttpToken(method)) throw new codes.ERR_INVALID_HTTP_TOKEN('Method', method);
  return stringToUpperCase(method);
}

function setParserOptions(request, options) {
  const { httpValidation, insecureHTTPParser, joinDuplicateHeaders, maxHeaderSize } = options;
  if (maxHeaderSize !== undefined) validate().validateInteger(maxHeaderSize, 'maxHeaderSize', 0);
  request.maxHeaderSize = maxHeaderSize;
  if (insecureHTTPParser !== undefined) validate().validateBoolean(insecureHTTPParser, 'options.insecureHTTPParser');
  request.insecureHTTPParser = insecureHTTPParser;
  if (httpValidation !== undefined) {
    validate().validateOneOf(httpValidation, 'options.httpValidation', ['strict', 'relaxed', 'insecure']);
    if (insecureHTTPParser !== undefined) {
      throw new codes.ERR_INVALID_ARG_VALUE('options.httpValidation', httpValidation,
                                            'cannot be used together with options.insecureHTTPParser');
    }
  }
  request.httpValidation = httpValidation;
  if (joinDuplicateHeaders !== undefined) {
    validate().validateBoolean(joinDuplicateHeaders, 'options.joinDuplicateHeaders');
  }
  request.joinDuplicateHeaders = joinDuplicateHeaders;
}

function timerDuration(msecs, name) {
  validate().validateNumber(msecs, name);
  if (msecs < 0 || !numberIsFinite(msecs)) {
    throw new codes.ERR_OUT_OF_RANGE(name, 'a non-negative finite number', msecs);
  }
  if (msecs <= TIMEOUT_MAX) return msecs;
  globals.process.emitWarning(
    `${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${TIMEOUT_MAX}.`,
    'TimeoutOverflowWarning');
  return TIMEOUT_MAX;
}

// ---- headers

function initHeaders(request, options, port, defaultPort) {
  const { headers, setDefaultHeaders } = options;
  const setHost = options.setHost !== undefined ? Boolean(options.setHost) : setDefaultHeaders !== false;
  request._removedConnection = setDefaultHeaders === false;
  request._removedContLen = setDefaultHeaders === false;
  request._removedTE = setDefaultHeaders === false;
  // An array is sent as it is.
  if (arrayIsArray(headers)) {
    rewriteForProxy(request, port);
    request._storeHeader(firstLineOf(request), headers);
    return;
  }
  if (headers) {
    const names = objectKeys(headers);
    for (let i = 0; i < names.length; i++) request.setHeader(names[i], headers[names[i]]);
  }
  if (setHost && request.host && !request.getHeader('host')) {
    // The target of CONNECT is a host and a port.
    const isTunnel = request.method === 'CONNECT' && options.path;
    request.setHeader('Host', isTunnel ? options.path : hostHeader(request.host, port, defaultPort));
  }
  if (options.auth && !request.getHeader('Authorization')) {
    request.setHeader('Authorization', `Basic ${globals.Buffer.from(options.auth).toString('base64')}`);
  }
  rewriteForProxy(request, port);
  if (request.getHeader('expect')) request._implicitHeader();
}

// An IPv6 address is enclosed in brackets.
function hostHeader(host, port, defaultPort) {
  const colon = indexIn(host, ':');
  if (colon !== -1 && isIn(host, ':', colon + 1) && host[0] !== '[') host = `[${host}]`;
  return port && +port !== defaultPort ? `${host}:${port}` : host;
}

function rewriteForProxy(request, port) {
  const proxy = request.agent?.[kProxy];
  if (!proxy || request.socketPath || request.protocol !== 'http:') return;
  const { addressToProxy, isProxied } = require('http/proxy');
  if (isProxied(proxy, request.host, port)) addressToProxy(request, proxy, port);
}

const firstLineOf = (request) => `${request.method} ${request.path} HTTP/1.1\r\n`;

proto._implicitHeader = function _implicitHeader() {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('render');
  this._storeHeader(firstLineOf(this), this[kOutHeaders]);
};

objectDefineProperty(proto, 'path', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return this[kPath]; },
  set(value) {
    const path = String(value);
    if (regexpTest(INVALID_PATH_REGEX, path)) throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
    this[kPath] = path;
  },
});

proto._finish = function _finish() {
  call0(OutgoingMessage.prototype._finish, this);
  if (require.has('diagnostics_channel')) diagnostics().started(this);
  if (require.has('perf_hooks/observer') && !this.agent?.isOfFetch) require('perf_hooks/observer').startPerf('http', this);
};

// ---- the socket

function requestSocket(request, options) {
  const { signal, ...socketOptions } = options;
  void signal;
  if (request.agent) {
    request.agent.addRequest(request, socketOptions);
    return;
  }
  request._last = true;
  request.shouldKeepAlive = false;
  if (socketOptions.path || socketOptions.socketPath) socketOptions.path = socketOptions.socketPath || undefined;
  if (typeof socketOptions.createConnection !== 'function') {
    request.onSocket(require('net').createConnection(socketOptions));
    return;
  }
  let isCreated = false;
  const oncreate = (error, socket) => {
    if (isCreated) return;
    isCreated = true;
    if (error) nextTick(emitErrorEvent, request, error);
    else request.onSocket(socket);
  };
  try {
    const socket = socketOptions.createConnection(socketOptions, oncreate);
    if (socket) oncreate(null, socket);
  } catch (error) {
    oncreate(error);
  }
}

proto.onSocket = function onSocket(socket, error) {
  // At once: it may fail before the next tick.
  if (socket && !error) {
    socket._httpMessage = this;
    socket.on('error', socketErrorListener);
  }
  nextTick(onSocketNT, this, socket, error);
};

function onSocketNT(request, socket, error) {
  if (!request.destroyed && !error) {
    attach(request, socket);
    request._flush();
    return;
  }
  request.destroyed = true;
  if (!socket) {
    closeUnsent(request, error || request[kError]);
    return;
  }
  if (!error && request.agent && !socket.destroyed) {
    // Nothing was sent on it: another request can use it.
    socket.removeListener('error', socketErrorListener);
    socket._httpMessage = null;
    socket.emit('free');
    closeUnsent(request, request[kError]);
    return;
  }
  require('stream').finished(socket.destroy(error || request[kError]), (failure) => {
    if (failure?.code === 'ERR_STREAM_PREMATURE_CLOSE') failure = null;
    closeUnsent(request, failure || error || request[kError], socket);
  });
}

// A request that never got a socket, or was never sent on it.
function closeUnsent(request, error, socket = undefined) {
  if (!request.aborted && !error) error = new ConnResetException('socket hang up');
  // Not if the socket's own error was reported already.
  if (error && !socket?._hadError) emitErrorEvent(request, error);
  request._closed = true;
  request.emit('close');
}

proto._deferToConnect = function _deferToConnect(method, args) {
  const call = () => this.socket[method]?.(...each(args));
  const onSocket = () => {
    if (this.socket.writable) call();
    else this.socket.once('connect', call);
  };
  if (this.socket) onSocket();
  else this.once('socket', onSocket);
};

proto.setNoDelay = function setNoDelay(noDelay) {
  this._deferToConnect('setNoDelay', [noDelay]);
};

proto.setSocketKeepAlive = function setSocketKeepAlive(enable, initialDelay) {
  this._deferToConnect('setKeepAlive', [enable, initialDelay]);
};

// ---- timeouts

proto.setTimeout = function setTimeout(msecs, callback) {
  if (this._ended) return this;
  listenSocketTimeout(this);
  const duration = timerDuration(msecs, 'msecs');
  if (callback) this.once('timeout', callback);
  if (this.socket) setSocketTimeout(this.socket, duration);
  else this.once('socket', (socket) => setSocketTimeout(socket, duration));
  return this;
};

// Connecting does not count as idle time.
function setSocketTimeout(socket, duration) {
  if (socket.connecting) socket.once('connect', () => socket.setTimeout(duration));
  else socket.setTimeout(duration);
}

proto.clearTimeout = function clearTimeout(callback) {
  this.setTimeout(0, callback);
};

// ---- abort and destroy

proto.abort = function abort() {
  if (this.aborted) return;
  this.aborted = true;
  nextTick(emitAbort, this);
  this.destroy();
};

function emitAbort(request) {
  request.emit('abort');
}

proto.destroy = function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  // Discard the rest of the response.
  this.res?._dump();
  this[kError] = error;
  this.socket?.destroy(error);
  return this;
};

module.exports = { ClientRequest };
