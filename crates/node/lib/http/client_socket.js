'use strict';
// The socket of a client request: the response arrives, and then the socket is free, closed, or no longer HTTP.
//
//   data ─▶ parser ─▶ onResponse() ─▶ 'response' ─▶ body ─▶ 'end' ─┬▶ keep-alive: 'close' of the request, 'free' of the socket
//              │                                                     └▶ else: destroySoon(), and all 'close' with the socket
//              ├─ 1xx: 'continue', 'information'          no response at all: 'error', "socket hang up"
//              └─ 101, or any response to CONNECT: 'upgrade', 'connect'; the program owns the socket
//
// A socket serves one request at a time: `socket._httpMessage`. Our listeners are added and removed with it.

const { nextTick } = require('loop/ticks');
const { ConnResetException } = require('core/errors');
const { kDetachAbortSignal } = require('http/incoming');
const { HTTPParser, allocParser } = require('http/parser');
const { calculateLenientFlags } = require('http/limits');
const { kNeedDrain } = require('http/outgoing');

const diagnostics = () => require('http/client_diagnostics');

const SKIP_BODY = 1;
const UPGRADE = 2;

function attach(request, socket) {
  const parser = allocParser();
  request.socket = socket;
  parser.initialize(HTTPParser.RESPONSE, socket, request.maxHeaderSize || 0,
                    calculateLenientFlags(request.httpValidation, request.insecureHTTPParser),
                    typeof request.maxHeadersCount === 'number' ? request.maxHeadersCount : undefined);
  parser.outgoing = request;
  parser.joinDuplicateHeaders = request.joinDuplicateHeaders;
  parser.onIncoming = (response, shouldKeepAlive) => onResponse(request, socket, response, shouldKeepAlive);
  request.parser = parser;
  socket.parser = parser;
  socket.on('data', socketOnData);
  socket.on('end', socketOnEnd);
  socket.on('close', socketCloseListener);
  socket.on('drain', ondrain);
  if (request.timeout !== undefined || request.agent?.options?.timeout) listenSocketTimeout(request);
  request.emit('socket', socket);
}

function freeParser(socket, request) {
  const { parser } = socket;
  if (parser) parser.free();
  socket.parser = null;
  if (request) request.parser = null;
}

function emitErrorEvent(request, error) {
  if (require.has('diagnostics_channel')) diagnostics().failed(request, error);
  request.emit('error', error);
}

function hangUp(request, socket) {
  if (socket._hadError) return;
  // Emit it once, whatever else happens to the socket.
  socket._hadError = true;
  emitErrorEvent(request, new ConnResetException('socket hang up'));
}

// ---- events of the socket

function socketOnData(chunk) {
  const request = this._httpMessage;
  const { parser } = this;
  if (!parser || parser.id === -1) return;
  const status = executeInContext(parser, chunk);
  if (typeof status !== 'number') {
    onParseError(this, request, parser, status, chunk);
    return;
  }
  const response = parser.incoming;
  if (response?.upgrade) {
    emitUpgrade(this, request, response, parser.rest ?? chunk.subarray(status));
  } else if (response?.complete && !isInformational(response.statusCode)) {
    this.removeListener('data', socketOnData);
    this.removeListener('end', socketOnEnd);
    freeParser(this, request);
  }
}

// The listeners of the response run in the async context of the request, not in that of the socket.
function executeInContext(parser, chunk) {
  const before = __hexloop_context__;
  __hexloop_context__ = parser.frame;
  try {
    return parser.execute(chunk);
  } finally {
    __hexloop_context__ = before;
  }
}

function onParseError(socket, request, parser, error, chunk) {
  error.rawPacket = chunk;
  freeParser(socket, request);
  socket.removeListener('data', socketOnData);
  socket.removeListener('end', socketOnEnd);
  socket._hadError = true;
  socket.destroy();
  emitErrorEvent(request, error);
}

function socketOnEnd() {
  const request = this._httpMessage;
  if (!request.res && !this._hadError) hangUp(request, this);
  // The end of the connection may be the end of the body.
  this.parser?.finish();
  freeParser(this, request);
  this.end();
}

function socketErrorListener(error) {
  const request = this._httpMessage;
  if (request) {
    this._hadError = true;
    emitErrorEvent(request, error);
  }
  this.parser?.finish();
  freeParser(this, request);
  this.removeListener('data', socketOnData);
  this.removeListener('end', socketOnEnd);
  this.destroy();
}

function socketCloseListener() {
  const request = this._httpMessage;
  const { res } = request;
  request.destroyed = true;
  if (res) {
    // The response is incomplete.
    if (!res.complete) res.destroy(new ConnResetException('aborted'));
    request._closed = true;
    request.emit('close');
    if (!res.aborted && res.readable) res.push(null);
  } else {
    hangUp(request, this);
    request._closed = true;
    request.emit('close');
  }
  request.outputData = [];
  this.parser?.finish();
  freeParser(this, request);
}

function ondrain() {
  const request = this._httpMessage;
  if (request && !request.finished && request[kNeedDrain]) {
    request[kNeedDrain] = false;
    request.emit('drain');
  }
}

// ---- the response

const isInformational = (status) => status < 200 && status >= 100 && status !== 101;

// parser.onIncoming
function onResponse(request, socket, response, shouldKeepAlive) {
  if (request.res) {
    // A second response, unrequested.
    socket.destroy();
    return 0;
  }
  request.res = response;
  if (request.method === 'CONNECT') response.upgrade = true;
  if (response.upgrade) return UPGRADE;
  if (isInformational(response.statusCode)) {
    request.res = null;
    if (response.statusCode === 100) request.emit('continue');
    request.emit('information', informationOf(response));
    return SKIP_BODY;
  }
  if (request.shouldKeepAlive && !shouldKeepAlive && !request.upgradeOrConnect) request.shouldKeepAlive = false;
  if (require.has('diagnostics_channel')) diagnostics().responseFinished(request, response);
  if (require.has('perf_hooks/observer')) {
    require('perf_hooks/observer').stopPerf('http', 'HttpClient', request, () => diagnostics().summary(request, response));
  }
  response.req = request;
  // Before all other listeners, so that the socket is handled whatever theirs do.
  response.on('end', responseOnEnd);
  request.on('finish', requestOnFinish);
  socket.on('timeout', responseOnTimeout);
  if (request.aborted || !request.emit('response', response)) response._dump();
  return request.method === 'HEAD' ? SKIP_BODY : 0;
}

function informationOf(response) {
  const { statusCode, statusMessage, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders } = response;
  return { statusCode, statusMessage, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders };
}

function responseOnEnd() {
  const request = this.req;
  const { socket } = request;
  this[kDetachAbortSignal]();
  if (socket) {
    if (request.timeoutCb) socket.removeListener('timeout', emitRequestTimeout);
    socket.removeListener('timeout', responseOnTimeout);
  }
  request._ended = true;
  if (!request.shouldKeepAlive) {
    if (socket?.writable) {
      if (typeof socket.destroySoon === 'function') socket.destroySoon();
      else socket.end();
    }
  } else if (request.writableFinished && !this.aborted) {
    keepAlive(request);
  }
}

// The response ended before the request was written.
function requestOnFinish() {
  if (this.shouldKeepAlive && this._ended) keepAlive(this);
}

function keepAlive(request) {
  const { socket } = request;
  if (request.timeoutCb) {
    socket.setTimeout(0, request.timeoutCb);
    request.timeoutCb = null;
  }
  socket.removeListener('close', socketCloseListener);
  socket.removeListener('error', socketErrorListener);
  socket.removeListener('data', socketOnData);
  socket.removeListener('end', socketOnEnd);
  socket.removeListener('drain', ondrain);
  // Operations on a finished response must not affect the next request on the socket.
  request.destroyed = true;
  if (request.res) request.res.socket = null;
  nextTick(emitFree, request);
}

function emitFree(request) {
  request._closed = true;
  request.emit('close');
  request.socket?.emit('free');
}

function emitUpgrade(socket, request, response, head) {
  request.res = response;
  response.req = request;
  socket.removeListener('data', socketOnData);
  socket.removeListener('end', socketOnEnd);
  socket.removeListener('drain', ondrain);
  if (request.timeoutCb) socket.removeListener('timeout', request.timeoutCb);
  socket.removeListener('timeout', responseOnTimeout);
  freeParser(socket, request);
  const name = request.method === 'CONNECT' ? 'connect' : 'upgrade';
  if (request.listenerCount(name) === 0) {
    socket.destroy();
    return;
  }
  request.upgradeOrConnect = true;
  socket.emit('agentRemove');
  socket.removeListener('close', socketCloseListener);
  socket.removeListener('error', socketErrorListener);
  socket._httpMessage = null;
  socket.readableFlowing = null;
  request.emit(name, response, socket, head);
  request.destroyed = true;
  request._closed = true;
  request.emit('close');
}

// ---- timeouts

function responseOnTimeout() {
  this._httpMessage?.res?.emit('timeout');
}

function emitRequestTimeout() {
  this._httpMessage?.emit('timeout');
}

// A timeout of the socket is one of the request.
function listenSocketTimeout(request) {
  if (request.timeoutCb) return;
  request.timeoutCb = emitRequestTimeout;
  if (request.socket) request.socket.once('timeout', emitRequestTimeout);
  else request.on('socket', (socket) => socket.once('timeout', emitRequestTimeout));
}

module.exports = { attach, emitErrorEvent, listenSocketTimeout, socketErrorListener };
