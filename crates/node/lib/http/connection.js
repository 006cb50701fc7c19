'use strict';
// One connection of an HTTP server: requests come in, responses go out in the same order.
//
//   parser ─▶ onIncoming() ─▶ server 'request' ─▶ response.end() ─▶ finished() ─▶ assignSocketTo() the next response
//                                                             └▶ no request pending: idle, until keepAliveTimeout
//
// The parser *consumes* the socket: what is read never becomes a chunk of the socket. That ends when a program wants the
// socket's own data, with a listener, a pipe or an upgrade.
//
// There is no timer per request. When the one timer of the connection fires, it checks when the connection became idle, and is
// armed again for the remaining time; an interval of the server finds requests that take too long to arrive (server.js).

const globals = require('globals');
const {
  arrayAt, arrayMap, arrayPush, arrayShift, arraySome, arraySplice, objectDefineProperty, objectFromEntries, objectGetPrototypeOf,
  regexpTest,
} = require('core/intrinsics');
const { call1, call2 } = require('core/safe/calls');
const { indexIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const EventEmitter = require('events');
const { nextTick } = require('loop/ticks');
const { ConnResetException, codes } = require('core/errors');
const { setTimeout, clearTimeout } = require('loop/timers');
const { HTTPParser, now, readAt, allocParser } = require('http/parser');
const { BODY, EXPECT, HOST } = require('http/head_flags');
const { endUntouched, isUntouched, kDetachAbortSignal, hasHeadBit } = require('http/incoming');
const { kFinishTick, kNeedDrain, kOnFinish, kUniqueHeaders, onFinish } = require('http/outgoing');
const { ServerResponse, emitClose, onSocketClose } = require('http/response');
const { kTimeout } = require('net/idle_timeout');
const { Pipe, TCP } = require('net/handle');

const kConnections = Symbol('http.server.connections');
const kServerResponse = Symbol('ServerResponse');
const kState = Symbol('http.connection');
const kOptimizeEmptyRequests = Symbol('OptimizeEmptyRequestsOption');

const { assignSocket, detachSocket } = ServerResponse.prototype;

const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

const diagnostics = () => require('http/diagnostics');

class Connection {
  constructor(server, socket) {
    this.server = server;
    this.socket = socket;
    this.upgradeStream = null;
    // Requests without a response yet, and responses that wait for the socket.
    this.incoming = [];
    this.outgoing = [];
    this.outgoingData = 0;
    this.requestsCount = 0;
    this.idleTimer = null;
    this.idleSince = 0;
    this.isIdle = false;
    this.usesSocketTimeout = false;
    this.responseOptions = undefined;
    // Functions shared by all of its requests.
    this.onPendingData = (delta) => updateOutgoingData(this, delta);
    this.onFinish = (response) => this.finished(response);
    this.finishTick = () => {
      if (socket._httpMessage) onFinish(socket._httpMessage);
    };
  }

  // parser.onIncoming: 2 if the connection is upgraded.
  onIncoming(req, keepAlive) {
    const { server, socket } = this;
    this.leaveIdle();
    if (req.upgrade) {
      req.upgrade = req.method === 'CONNECT' || Boolean(server.shouldUpgradeCallback(req));
      if (req.upgrade) return 2;
    }
    arrayPush(this.incoming, req);
    this.applyBackpressure();
    const res = new server[kServerResponse](req, this.responseOptions ??= responseOptionsOf(server, socket));
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res._onPendingData = this.onPendingData;
    res.shouldKeepAlive = keepAlive;
    res[kUniqueHeaders] = server[kUniqueHeaders];
    res[kOnFinish] = this.onFinish;
    res[kFinishTick] = this.finishTick;
    if (require.has('diagnostics_channel')) diagnostics().requestStart(req, res, socket, server);
    if (require.has('perf_hooks/observer')) require('perf_hooks/observer').startPerf('http', res);
    if (socket._httpMessage) arrayPush(this.outgoing, res);
    else this.assignSocketTo(res);
    this.dispatch(req, res);
    return 0;
  }

  // Passes the request to the server's listeners, unless it is rejected.
  dispatch(req, res) {
    const { server } = this;
    if (req.httpVersionMinor === 1 && req.httpVersionMajor === 1 && server.requireHostHeader && missingHost(req)) {
      res.writeHead(400, ['Connection', 'close']);
      res.end();
      return;
    }
    const max = server.maxRequestsPerSocket;
    if (max > 0) {
      this.requestsCount++;
      res.maxRequestsOnConnectionReached = max <= this.requestsCount;
      if (max < this.requestsCount) {
        server.emit('dropRequest', req, this.socket);
        res.writeHead(503);
        res.end();
        return;
      }
    }
    if (expects(req)) this.dispatchExpect(req, res);
    else emitRequest(server, 'request', req, res);
  }

  dispatchExpect(req, res) {
    const { server } = this;
    if (regexpTest(CONTINUE, req.headers.expect)) {
      res._expect_continue = true;
      if (server.listenerCount('checkContinue') > 0) {
        emitRequest(server, 'checkContinue', req, res);
      } else {
        res.writeContinue();
        emitRequest(server, 'request', req, res);
      }
    } else if (server.listenerCount('checkExpectation') > 0) {
      emitRequest(server, 'checkExpectation', req, res);
    } else {
      res.writeHead(417);
      res.end();
    }
  }

  // Like assignSocket(), for a socket whose 'close' this connection listens to already.
  assignSocketTo(res) {
    const { socket } = this;
    if (res.assignSocket !== assignSocket) {
      res.assignSocket(socket);
      return;
    }
    socket._httpMessage = res;
    res.socket = socket;
    if (res._eventsCount !== 0) res.emit('socket', socket);
    if (res.outputData.length !== 0 || res.finished || res.writableLength !== 0) res._flush();
  }

  // The response was written.
  finished(res) {
    const { socket, server } = this;
    const { req } = res;
    if (require.has('diagnostics_channel')) diagnostics().responseFinish(req, res, socket, server);
    if (require.has('perf_hooks/observer')) require('perf_hooks/observer').stopPerf('http', 'HttpRequest', res, () => diagnostics().summary(req, res));
    const first = arrayShift(this.incoming);
    if (first !== req && first !== undefined) arraySplice(this.incoming, indexIn(this.incoming, req), 1, first);
    // The body was not read: read it to its end and discard it.
    if (req.complete && isUntouched(req)) endUntouched(req);
    else if (!req._consuming) req._dump();
    req[kDetachAbortSignal]();
    if (res.detachSocket === detachSocket && res.assignSocket === assignSocket) {
      socket._httpMessage = null;
      res.socket = null;
    } else {
      res.detachSocket(socket);
    }
    clearIncoming(req, socket);
    if (res._eventsCount !== 0) nextTick(emitClose, res);
    else emitClose(res);
    if (res._last) {
      if (typeof socket.destroySoon === 'function') socket.destroySoon();
      else socket.end();
    } else if (this.outgoing.length === 0) {
      this.becomeIdle();
    } else {
      this.assignSocketTo(arrayShift(this.outgoing));
    }
  }

  // ---- keep-alive

  becomeIdle() {
    const { server, socket } = this;
    const timeout = server.keepAliveTimeout;
    if (!timeout || typeof socket.setTimeout !== 'function') return;
    const duration = timeout + server.keepAliveTimeoutBuffer;
    this.isIdle = true;
    if (socket[kTimeout] !== null && socket[kTimeout] !== undefined) {
      this.usesSocketTimeout = true;
      socket.setTimeout(duration);
      return;
    }
    this.idleSince = readAt();
    if (this.idleTimer === null) this.idleTimer = setTimeout(checkIdle, duration, this).unref();
  }

  leaveIdle() {
    if (!this.isIdle) return;
    this.isIdle = false;
    if (this.usesSocketTimeout) {
      this.usesSocketTimeout = false;
      this.socket.setTimeout(this.server.timeout || 0);
    }
  }

  // ---- backpressure

  // Too much waits to be written: read no more requests until it is.
  applyBackpressure() {
    const { socket } = this;
    if (socket._paused) return;
    if (socket._writableState?.needDrain || this.outgoingData >= socket.writableHighWaterMark) {
      socket._paused = true;
      socket.pause();
    }
  }
}

const responseOptionsOf = (server, socket) => ({
  highWaterMark: socket.writableHighWaterMark,
  rejectNonStandardBodyWrites: server.rejectNonStandardBodyWrites,
});

// The parser's bits are checked first: reading `headers` would parse all of them.
const missingHost = (req) => !hasHeadBit(req, HOST) && req.headers.host === undefined;
const expects = (req) => hasHeadBit(req, EXPECT) && req.headers.expect !== undefined;

// Even an empty one: `content-length: 0`.
const announcesBody = (req) => hasHeadBit(req, BODY) || 'content-length' in req.headers || 'transfer-encoding' in req.headers;

function emitRequest(server, name, req, res) {
  if (server[kOptimizeEmptyRequests] && !announcesBody(req)) req._dumpAndCloseReadable();
  server.emit(name, req, res);
}

function clearIncoming(req, socket) {
  const parser = socket?.parser;
  if (parser && parser.incoming === req) {
    if (isFinished(req)) parser.incoming = null;
    else req.once('end', onIncomingEnd);
  }
}

const isFinished = (req) => req.complete && (isUntouched(req) || req.readableEnded);

function onIncomingEnd() {
  const parser = this.socket?.parser;
  if (parser && parser.incoming === this) parser.incoming = null;
}

function checkIdle(connection) {
  const { server, socket } = connection;
  connection.idleTimer = null;
  if (socket.destroyed) return;
  const duration = server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
  const left = connection.isIdle ? connection.idleSince + duration - now() : duration;
  if (left > 0) connection.idleTimer = setTimeout(checkIdle, left, connection).unref();
  else if (!connection.usesSocketTimeout) socket.emit('timeout');
}

// The amount of data that waits for the socket changed.
function updateOutgoingData(connection, delta) {
  const { socket } = connection;
  connection.outgoingData += delta;
  if (socket._paused && connection.outgoingData < socket.writableHighWaterMark) onDrained(connection);
}

function onDrained(connection) {
  const { socket } = connection;
  if (socket._paused && connection.outgoingData <= socket.writableHighWaterMark) {
    socket._paused = false;
    socket.resume();
  }
  const res = socket._httpMessage;
  if (res && !res.finished && res[kNeedDrain]) {
    res[kNeedDrain] = false;
    res.emit('drain');
  }
}

// ---- the socket

function connectionListener(socket) {
  const server = this;
  const connection = new Connection(server, socket);
  socket.server ??= server;
  socket[kState] = connection;
  if (server.timeout && typeof socket.setTimeout === 'function') socket.setTimeout(server.timeout);
  socket.on('timeout', socketOnTimeout);
  const parser = allocParser();
  const { calculateLenientFlags } = require('http/limits');
  parser.initialize(HTTPParser.REQUEST, socket, server.maxHeaderSize || 0,
                    calculateLenientFlags(server.httpValidation, server.insecureHTTPParser),
                    typeof server.maxHeadersCount === 'number' ? server.maxHeadersCount : undefined);
  socket.parser = parser;
  server[kConnections]?.add(socket);
  parser.onIncoming = (req, keepAlive) => connection.onIncoming(req, keepAlive);
  parser.onFinished = (_, status) => onParserExecute(connection, status, undefined);
  socket.on('error', socketOnError);
  socket.on('close', socketOnClose);
  socket.on('end', socketOnEnd);
  socket.on('drain', socketOnDrain);
  socket.on('resume', socketOnResume);
  socket.on('pause', socketOnPause);
  const handle = socket._handle;
  if (handle && (handle.constructor === TCP || handle.constructor === Pipe) && socket.readableLength === 0) {
    parser.consume(handle);
    // EventEmitter's on(): no tick has to start the flow, since the parser gets what is read. What a program pushes flows at once.
    call2(EventEmitter.prototype.on, socket, 'data', socketOnData);
    socket.readableFlowing = true;
    for (const name of each(LISTENER_METHODS)) defineOwn(socket, name, unconsumingMethods[name]);
  } else {
    socket.on('data', socketOnData);
  }
  socket.setEncoding = socketSetEncoding;
  // Set by the client's agent; an accepted socket does not use it.
  socket._paused = false;
}

function socketSetEncoding() {
  throw new codes.ERR_HTTP_SOCKET_ENCODING();
}

const defineOwn = (socket, name, value) => {
  objectDefineProperty(socket, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
};

const LISTENER_METHODS = ['on', 'addListener', 'prependListener'];
const unconsumingMethods = objectFromEntries(each(arrayMap(LISTENER_METHODS, (name) => [name, function(event, listener) {
  if (event === 'data' || event === 'readable') unconsumeSocket(this);
  const { [name]: method } = objectGetPrototypeOf(this);
  return call2(method, this, event, listener);
}])));

// The socket gets its data again, and the parser gets it from there.
function unconsumeSocket(socket) {
  for (const name of each(LISTENER_METHODS)) delete socket[name];
  const { parser } = socket;
  if (!parser?._consumed) return;
  parser.unconsume();
  socket.removeListener('data', socketOnData);
  socket.on('data', socketOnData);
}

function socketOnData(chunk) {
  const { parser } = this;
  if (!parser || parser.id === -1) return;
  const result = parser.execute(chunk);
  if (typeof result !== 'number') onParserExecute(this[kState], result, chunk);
  else onParserExecute(this[kState], result < chunk.length || parser.rest !== undefined ? parser.rest : undefined, chunk);
  parser.rest = undefined;
}

// The parser has processed all of a read.
function onParserExecute(connection, status, chunk) {
  const { socket } = connection;
  if (socket[kTimeout]) socket._unrefTimer();
  const { parser } = socket;
  if (!parser) return;
  if (status === undefined) {
    if (parser.incoming?.upgrade && !parser.incoming.complete) beginUpgrade(connection, parser.incoming);
    return;
  }
  if (status instanceof Error) {
    status.rawPacket = chunk ?? parser.getCurrentBuffer();
    call1(socketOnError, socket, status);
  } else if (parser.incoming?.upgrade) {
    emitUpgrade(connection, parser.incoming, status);
  }
}

const upgradeEvent = (req) => (req.method === 'CONNECT' ? 'connect' : 'upgrade');

// The body is still arriving: 'upgrade' is emitted once, with a stream that begins where the body ends.
function beginUpgrade(connection, req) {
  const { server, socket } = connection;
  if (connection.upgradeStream !== null) return;
  if (server.listenerCount(upgradeEvent(req)) === 0) {
    socket.destroy();
    return;
  }
  const { UpgradeStream } = require('http/upgrade_stream');
  connection.upgradeStream = new UpgradeStream(socket, req);
  server.emit(upgradeEvent(req), req, connection.upgradeStream, globals.Buffer.alloc(0));
}

function emitUpgrade(connection, req, rest) {
  const { server, socket } = connection;
  const name = upgradeEvent(req);
  unconsumeSocket(socket);
  release(connection);
  for (const { 0: event, 1: listener } of each(listeners)) socket.removeListener(event, listener);
  socket.removeListener('data', socketOnData);
  if (connection.upgradeStream !== null) {
    connection.upgradeStream.bodyCompleted(rest);
  } else if (server.listenerCount(name) > 0) {
    socket.readableFlowing = null;
    server.emit(name, req, socket, rest);
  } else {
    socket.destroy();
  }
}

// Frees the parser, and removes the connection from the server.
function release(connection) {
  const { socket, server } = connection;
  const { parser } = socket;
  server[kConnections]?.delete(socket);
  if (connection.idleTimer !== null) clearTimeout(connection.idleTimer);
  connection.idleTimer = null;
  if (parser) {
    socket.parser = null;
    parser.free();
  }
}

function socketOnTimeout() {
  const req = this.parser?.incoming;
  const res = this._httpMessage;
  const handled = [
    req && !req.complete && req.emit('timeout', this),
    res && res.emit('timeout', this),
    this.server.emit('timeout', this),
  ];
  if (!arraySome(handled, Boolean)) this.destroy();
}

function socketOnClose() {
  const connection = this[kState];
  release(connection);
  abortIncoming(connection);
  if (this._httpMessage && indexIn(this.listeners('close'), onSocketClose) === -1) emitClose(this._httpMessage);
  // The queued responses will not be sent.
  for (const res of each(arraySplice(connection.outgoing, 0, connection.outgoing.length))) emitClose(res);
}

function abortIncoming(connection) {
  while (connection.incoming.length > 0) arrayShift(connection.incoming).destroy(new ConnResetException('aborted'));
}

function socketOnEnd() {
  const connection = this[kState];
  const { server } = connection;
  const error = this.parser?.finish();
  if (error instanceof Error) {
    call1(socketOnError, this, error);
  } else if (!server.httpAllowHalfOpen) {
    this.end();
  } else if (connection.outgoing.length > 0) {
    arrayAt(connection.outgoing, -1)._last = true;
  } else if (this._httpMessage) {
    this._httpMessage._last = true;
  } else {
    this.end();
  }
}

const ERROR_RESPONSES = {
  __proto__: null,
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const noop = () => {};

function socketOnError(error) {
  this.removeListener('error', socketOnError);
  if (this.listenerCount('error') === 0) this.on('error', noop);
  if (this.server.emit('clientError', error, this)) return;
  // Not if a response has started: this one would become part of it.
  if (this.writable && (!this._httpMessage || !this._httpMessage._headerSent)) {
    this.write(`HTTP/1.1 ${ERROR_RESPONSES[error.code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`, 'latin1');
  }
  this.destroy(error);
}

function socketOnDrain() {
  onDrained(this[kState]);
}

function socketOnPause() {
  this._handle?.readStop();
}

function socketOnResume() {
  // Paused by the server, whatever others want.
  if (this._paused) {
    this.pause();
    return;
  }
  if (this._handle && !this._handle.reading) this._handle.readStart();
}

const listeners = [
  ['timeout', socketOnTimeout], ['error', socketOnError], ['close', socketOnClose], ['end', socketOnEnd],
  ['drain', socketOnDrain], ['resume', socketOnResume], ['pause', socketOnPause],
];

module.exports = { connectionListener, kConnections, kOptimizeEmptyRequests, kServerResponse, socketOnError };
