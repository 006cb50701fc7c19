'use strict';
// tls.TLSSocket: a net.Socket over TLS.
//
//   new TLSSocket()                its own handle; connect() as any socket, then the handshake
//   new TLSSocket(netSocket, …)    adopts the handle of that socket; closing one closes the other
//   new TLSSocket(anyDuplex, …)    over a JavaScript stream (duplex.js)
//
// 'secure' is emitted after the handshake; the creator of the socket (connect.js, server.js) then verifies the certificate.
// Until it calls _releaseControl(), errors are reported to it only.

const { call1, call2 } = require('core/safe/calls');
const { objectDefineProperty, objectGetPrototypeOf, objectSetPrototypeOf, regexpTest } = require('core/intrinsics');
const globals = require('globals');
const { isIn } = require('core/safe/lists');
const net = require('net');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { StreamHandle } = require('net/handle');
const { onRead } = require('net/incoming');
const { TLSWrap } = require('tls/tls_wrap');
const { convertALPNProtocols } = require('tls/alpn');
const { opensslError, verifyError } = require('tls/errors');

const kRes = Symbol('res');
const kIsVerified = Symbol('verified');
const kPendingSession = Symbol('pendingSession');
const kLastSession = Symbol('lastSession');
const kErrorEmitted = Symbol('error-emitted');

const validate = () => require('core/validate');

function TLSSocket(socket, options) {
  if (!(this instanceof TLSSocket)) return new TLSSocket(socket, options);
  this._tlsOptions = { ...options };
  if (options?.ALPNProtocols) convertALPNProtocols(options.ALPNProtocols, this._tlsOptions);
  this._secureEstablished = false;
  this._securePending = false;
  this._newSessionPending = false;
  this._controlReleased = false;
  this.secureConnecting = true;
  this._SNICallback = null;
  this.servername = null;
  this.alpnProtocol = null;
  this.authorized = false;
  this.authorizationError = null;
  this[kRes] = null;
  this[kIsVerified] = false;
  this[kPendingSession] = null;
  this[kLastSession] = undefined;
  const transport = transportOf(socket);
  call1(net.Socket, this, {
    handle: transport ?? undefined,
    allowHalfOpen: socket ? socket.allowHalfOpen : this._tlsOptions.allowHalfOpen,
    pauseOnCreate: this._tlsOptions.pauseOnConnect,
    manualStart: true,
    highWaterMark: this._tlsOptions.highWaterMark,
    onread: socket ? undefined : this._tlsOptions.onread,
    signal: this._tlsOptions.signal,
    blockList: this._tlsOptions.blockList,
  });
  // Must not count as a handler of the program.
  this.on('error', this._tlsError);
  this._init(socket);
  if (socket) wrapSocket(this, socket, transport);
  else if (!this._tlsOptions.isServer) this.once('connect', this._start);
  // In a tick, so that listeners can still be added.
  if (transport !== null) nextTick(() => startReading(this, socket));
}
objectSetPrototypeOf(TLSSocket.prototype, net.Socket.prototype);
objectSetPrototypeOf(TLSSocket, net.Socket);

// The handle that transports the bytes; null if there is none yet.
function transportOf(socket) {
  if (!socket) return null;
  // A TLSSocket is treated as any other stream.
  if (socket instanceof net.Socket && !(socket instanceof TLSSocket) && (socket._handle === null || socket._handle === undefined || socket._handle instanceof StreamHandle)) {
    return socket.connecting ? null : socket._handle ?? null;
  }
  return new (require('tls/duplex').DuplexHandle)(socket);
}

// Connects the events of a TLSSocket and its underlying socket.
function wrapSocket(tlsSocket, underlying, transport) {
  tlsSocket._parent = underlying;
  if (!(underlying instanceof net.Socket) || (transport !== null && !(transport instanceof StreamHandle))) {
    underlying.on('error', () => {});
    underlying.on('close', () => tlsSocket.destroy());
    return;
  }
  if (transport !== null) shareClose(tlsSocket, underlying, transport);
  underlying.on('close', () => tlsSocket.destroy());
  if (transport === null) {
    tlsSocket.connecting = true;
    underlying.once('connect', () => {
      if (tlsSocket.destroyed) return;
      adoptHandle(tlsSocket, underlying);
      tlsSocket.connecting = false;
      tlsSocket.emit('connect');
    });
  }
  underlying.on('error', (error) => {
    if (tlsSocket.connecting || !tlsSocket._handle) tlsSocket.destroy(error);
  });
}

function adoptHandle(tlsSocket, underlying) {
  const handle = underlying._handle;
  tlsSocket._handle = handle;
  handle.owner = tlsSocket;
  handle.onread = onRead;
  shareClose(tlsSocket, underlying, handle);
  nextTick(() => startReading(tlsSocket, underlying));
}

// Both share one handle: closing it destroys the underlying socket first, and calls back after that.
function shareClose(tlsSocket, underlying, handle) {
  const { close, reset } = objectGetPrototypeOf(handle);
  handle.close = function(callback) {
    if (underlying.destroyed) {
      if (!this.isClosed) call1(close, this, callback);
      else if (typeof callback === 'function') nextTick(callback);
      return;
    }
    if (typeof callback === 'function') underlying.once('close', callback);
    underlying.destroy();
  };
  handle.reset = function(callback) {
    if (underlying.destroyed) return call1(reset, this, callback);
    if (typeof callback === 'function') underlying.once('close', callback);
    underlying.resetAndDestroy();
    return 0;
  };
}

function startReading(socket, underlying) {
  if (!socket._handle) return;
  // Bytes that the underlying socket has already read.
  if (socket._handle instanceof StreamHandle && underlying?.readableLength) for (let bytes; (bytes = underlying.read()) !== null;) socket.ssl.receive(bytes);
  socket.read(0);
}

const proto = TLSSocket.prototype;

// Always true, also after destroy().
objectDefineProperty(proto, 'encrypted', { __proto__: null, value: true, writable: true, configurable: true, enumerable: false });

proto._init = function(socket) {
  const options = this._tlsOptions;
  this.encrypted = true;
  this._requestCert = Boolean(options.requestCert) || !options.isServer;
  this._rejectUnauthorized = options.rejectUnauthorized !== false;
  this.ssl = new TLSWrap(this, Boolean(options.isServer), options.secureContext || require('tls/context').createSecureContext(options));
  require('tls/defaults').logKeys(this);
  if (options.session) this.setSession(options.session);
  if (!options.isServer) return;
  if (options.SNICallback && (options.SNICallback !== defaultSNI || options.server?._contexts.length > 0)) {
    validate().validateFunction(options.SNICallback, 'options.SNICallback');
    this._SNICallback = options.SNICallback;
  }
  if (options.handshakeTimeout > 0) this.setTimeout(options.handshakeTimeout, this._handleTimeout);
  if (socket && this._handle) startHandshake(this);
};

// Marks that a server has only its own contexts.
const defaultSNI = Symbol('defaultSNI');

function startHandshake(socket) {
  const { _tlsOptions: options } = socket;
  const enableKeylog = socket.listenerCount('keylog') > 0 || options.server?.listenerCount('keylog') > 0 || options.enableKeylog === true;
  const message = socket.ssl.start(socket._handle, options.ALPNProtocols, enableKeylog);
  if (message === undefined) return;
  const error = regexpTest(/no protocols/, message) ? opensslError(['SSL routines', 'no protocols available', '0A0000BF', '']) : new Error(message);
  nextTick(() => socket._onerror(error));
}

proto._start = function() {
  if (this.connecting) {
    this.once('connect', this._start);
    return;
  }
  // Destroyed meanwhile.
  if (!this._handle || this.ssl.isOpen) return;
  startHandshake(this);
};

proto._destroy = function(error, callback) {
  // Also destroy an underlying socket that is still connecting.
  if (this._parent && !this._handle) this._parent.destroy();
  call2(net.Socket.prototype._destroy, this, error, callback);
  this.ssl?.close();
};

proto._destroySSL = function() {
  this.ssl?.close();
};

// ---- handshake

// A ClientHello arrived: select a context by server name, then a protocol.
proto._onhello = function(name, ...protocols) {
  this.servername = name ?? false;
  const proceed = (error, context) => {
    if (this.destroyed) return;
    if (error) {
      this.destroy(error);
      return;
    }
    let selected;
    try {
      selected = protocolFor(this, name, protocols);
    } catch (thrown) {
      this.destroy(thrown);
      return;
    }
    const native = context?.context ?? context;
    if (native && typeof native.continueHandshake !== 'function') {
      this.destroy(new Error('Invalid SNI context'));
      return;
    }
    this.ssl.continueHandshake(native ? { context: native } : this.ssl.context, selected, this._requestCert, this._requestCert && this._rejectUnauthorized);
  };
  if (this._SNICallback === null || name === undefined) {
    proceed(null, undefined);
    return;
  }
  let isCalled = false;
  this._SNICallback(name, (error, context) => {
    if (isCalled) {
      this.destroy(new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    isCalled = true;
    proceed(error, context);
  });
};

// The protocols to choose from, in wire format.
function protocolFor(socket, servername, offered) {
  const { ALPNCallback, ALPNProtocols } = socket._tlsOptions;
  if (typeof ALPNCallback !== 'function') return ALPNProtocols;
  if (offered.length === 0) return undefined;
  const selected = call1(ALPNCallback, socket, { servername: servername ?? '', protocols: offered });
  // A protocol that no peer offers: the handshake fails.
  if (selected === undefined) return globals.Buffer.from('\x01\0', 'latin1');
  if (!isIn(offered, selected)) throw new codes.ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(selected, offered);
  return globals.Buffer.concat([globals.Buffer.from([selected.length]), globals.Buffer.from(selected, 'latin1')]);
}

proto._onhandshakedone = function() {
  this._finishInit();
};

proto._finishInit = function() {
  // Destroyed meanwhile.
  if (!this._handle) return;
  const { 3: protocol, 4: name } = this.ssl.info() ?? [];
  this.alpnProtocol = protocol || false;
  if (this.ssl.isServer) this.servername = name || false;
  else this.servername ??= this.ssl.servername ?? false;
  this._secureEstablished = true;
  if (this._tlsOptions.handshakeTimeout > 0) this.setTimeout(0, this._handleTimeout);
  this.emit('secure');
};

proto._onsession = function(session) {
  this[kLastSession] = session;
  if (this._tlsOptions.isServer) return;
  if (this[kIsVerified]) this.emit('session', session);
  else this[kPendingSession] = session;
};

proto._handleTimeout = function() {
  this._emitTLSError(new codes.ERR_TLS_HANDSHAKE_TIMEOUT());
};

// ---- errors

proto._onsslerror = function(error) {
  this._onerror(opensslError(error));
};

proto._onerror = function(error) {
  if (this._hadError) return;
  this._hadError = true;
  if (!this._secureEstablished) {
    // Its 'error' reaches `_tlsError`, and through it the owner.
    this.destroy(error);
  } else if (this._tlsOptions.isServer && this._rejectUnauthorized && error.reason === 'peer did not return a certificate') {
    this.destroy();
  } else {
    const reported = this._tlsError(error);
    if (reported) this.emit('error', reported);
  }
};

proto._emitTLSError = function(error) {
  const reported = this._tlsError(error);
  if (reported) this.destroy(reported);
};

// Returns the error if it is to be reported to the program.
proto._tlsError = function(error) {
  this.emit('_tlsError', error);
  return this._controlReleased ? error : null;
};

proto._releaseControl = function() {
  if (this._controlReleased) return false;
  this._controlReleased = true;
  this.removeListener('error', this._tlsError);
  return true;
};

// ---- options set before the handshake

proto.setServername = function(name) {
  validate().validateString(name, 'name');
  if (this._tlsOptions.isServer) throw new codes.ERR_TLS_SNI_FROM_SERVER();
  this.ssl.servername = name;
};

proto.setSession = function(session) {
  if (typeof session === 'string') session = globals.Buffer.from(session, 'latin1');
  this.ssl.session = session;
};

proto.setKeyCert = function(context) {
  if (!this._tlsOptions.isServer) return;
  this.ssl.context = context.context ? context : require('tls/context').createSecureContext(context);
};

require('tls/connection_info')(proto, { kLastSession });

module.exports = { TLSSocket, defaultSNI, kErrorEmitted, kIsVerified, kPendingSession, verifyError };
