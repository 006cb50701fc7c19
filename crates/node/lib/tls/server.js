'use strict';
// tls.Server: a net.Server that wraps its connections and emits 'secureConnection' after their handshake.

const { call2, call3 } = require('core/safe/calls');
const {
  arrayMap, arrayPush, objectFromEntries, objectSetPrototypeOf, regexpTest, stringReplaceAll, symbolFor,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { replaceIn } = require('core/safe/patterns');
const globals = require('globals');
const net = require('net');
const { codes } = require('core/errors');
const { validateBuffer, validateFunction, validateNumber, validateString, validateObject } = require('core/validate');
const { createSecureContext } = require('tls/context');
const { TLSSocket, kErrorEmitted, verifyError } = require('tls/socket');
const { convertALPNProtocols } = require('tls/alpn');
const { connResetError } = require('tls/errors');

const HANDSHAKE_TIMEOUT = 120_000;

const kHandshakeTimeout = Symbol('handshake-timeout');
const kSNICallback = Symbol('snicallback');
const kEnableTrace = Symbol('enableTrace');

// The options of a context: a server has properties of the same names.
const CONTEXT_OPTIONS = ['pfx', 'key', 'passphrase', 'cert', 'clientCertEngine', 'ca', 'minVersion', 'maxVersion', 'secureProtocol', 'crl',
  'sigalgs', 'ciphers', 'ecdhCurve', 'dhparam', 'honorCipherOrder', 'secureOptions', 'sessionIdContext', 'privateKeyIdentifier',
  'privateKeyEngine', 'certificateCompression'];

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options === 'function') {
    listener = options;
    options = {};
  } else if (options == null || typeof options === 'object') {
    options ??= {};
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  this._contexts = [];
  this.requestCert = options.requestCert === true;
  this.rejectUnauthorized = options.rejectUnauthorized !== false;
  this.ALPNCallback = options.ALPNCallback;
  if (options.ALPNCallback && options.ALPNProtocols) throw new codes.ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
  if (options.ALPNProtocols) convertALPNProtocols(options.ALPNProtocols, this);
  if (options.sessionTimeout !== undefined) this.sessionTimeout = options.sessionTimeout;
  if (options.ticketKeys !== undefined) this.ticketKeys = options.ticketKeys;
  this.setSecureContext(options);
  this[kHandshakeTimeout] = options.handshakeTimeout || HANDSHAKE_TIMEOUT;
  this[kSNICallback] = options.SNICallback;
  validateNumber(this[kHandshakeTimeout], 'options.handshakeTimeout');
  if (this[kSNICallback]) validateFunction(this[kSNICallback], 'options.SNICallback');
  if (options.pskCallback !== undefined) {
    validateFunction(options.pskCallback, 'options.pskCallback');
    throw require('core/not_implemented').notImplemented('the option pskCallback of tls.createServer()');
  }
  call2(net.Server, this, options, onConnection);
  this[kEnableTrace] = options.enableTrace;
  if (listener) this.on('secureConnection', listener);
}
objectSetPrototypeOf(Server.prototype, net.Server.prototype);
objectSetPrototypeOf(Server, net.Server);

function createServer(options, listener) {
  return new Server(options, listener);
}

// ---- connections

function onConnection(rawSocket) {
  const socket = new TLSSocket(rawSocket, {
    secureContext: this._sharedCreds,
    isServer: true,
    server: this,
    requestCert: this.requestCert,
    rejectUnauthorized: this.rejectUnauthorized,
    handshakeTimeout: this[kHandshakeTimeout],
    ALPNProtocols: this.ALPNProtocols,
    ALPNCallback: this.ALPNCallback,
    SNICallback: this[kSNICallback] ?? (this._contexts.length > 0 ? (name, callback) => callback(null, contextFor(this, name)) : undefined),
    pauseOnConnect: this.pauseOnConnect,
    highWaterMark: this.highWaterMark,
  });
  socket[kErrorEmitted] = false;
  socket.on('secure', onSecure);
  socket.on('end', onEnd);
  socket.on('close', onClose);
  socket.on('_tlsError', onTlsError);
  socket.on('keylog', (line) => this.emit('keylog', line, socket));
}

function onSecure() {
  if (this._requestCert) {
    const code = this.ssl.verify();
    if (code === undefined) {
      this.authorized = true;
    } else {
      this.authorizationError = verifyError(code).code;
      if (this._rejectUnauthorized) this.destroy();
    }
  }
  if (!this.destroyed && this._releaseControl()) this._tlsOptions.server.emit('secureConnection', this);
}

function onTlsError(error) {
  if (this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', error, this);
}

// The peer ended the connection during the handshake.
function onEnd() {
  if (!this._secureEstablished) this.destroy();
}

// Closed before 'secureConnection'.
function onClose(hadError) {
  if (hadError || this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', connResetError('socket hang up'), this);
}

// ---- contexts

function contextFor(server, name) {
  for (let i = server._contexts.length - 1; i >= 0; i--) {
    const { 0: pattern, 1: context } = server._contexts[i];
    if (regexpTest(pattern, name)) return context;
  }
  return undefined;
}

const proto = Server.prototype;

proto.setSecureContext = function(options) {
  validateObject(options, 'options');
  for (const name of each(CONTEXT_OPTIONS)) this[name] = options[name] || undefined;
  this.honorCipherOrder = options.honorCipherOrder !== undefined ? Boolean(options.honorCipherOrder) : true;
  if (this.ticketKeys !== undefined) validateBuffer(this.ticketKeys, 'options.ticketKeys');
  this._sharedCreds = createSecureContext({
    ...objectFromEntries(each(arrayMap(CONTEXT_OPTIONS, (name) => [name, this[name]]))),
    allowPartialTrustChain: options.allowPartialTrustChain,
    sessionTimeout: validateOptionalNumber(this.sessionTimeout, 'options.sessionTimeout'),
    ticketKeys: this.ticketKeys,
  });
};

function validateOptionalNumber(value, name) {
  if (value !== undefined) validateNumber(value, name);
  return value;
}

// `*.example.com`: the wildcard matches one label or a part of it.
proto.addContext = function(servername, context) {
  if (!servername) throw new codes.ERR_TLS_REQUIRED_SERVER_NAME();
  const pattern = stringReplaceAll(replaceIn(servername, /([.^$+?\-\\[\]{}])/g, '\\$1'), '*', '[^.]*');
  const secureContext = context instanceof require('tls/context').SecureContext ? context : createSecureContext(context);
  arrayPush(this._contexts, [new RegExp(`^${pattern}$`), secureContext]);
};

// Shared by the workers of a cluster.
proto._getServerData = function() {
  return { ticketKeys: this.getTicketKeys().toString('hex') };
};

proto._setServerData = function(data) {
  this.setTicketKeys(globals.Buffer.from(data.ticketKeys, 'hex'));
};

proto.getTicketKeys = function() {
  return this._sharedCreds.context.getTicketKeys();
};

proto.setTicketKeys = function(keys) {
  validateBuffer(keys);
  if (keys.byteLength !== 48) throw new codes.ERR_INVALID_ARG_VALUE('keys', keys.byteLength, 'Session ticket keys must be a 48-byte buffer');
  this._sharedCreds.context.setTicketKeys(keys);
};

proto[symbolFor('nodejs.rejection')] = function(error, event, socket) {
  if (event === 'secureConnection') socket.destroy(error);
  else call3(net.Server.prototype[symbolFor('nodejs.rejection')], this, error, event, socket);
};

module.exports = { Server, createServer, validateString };
