'use strict';
// tls.connect(): connects, performs the handshake, then verifies the certificate.

const globals = require('globals');
const { objectAssign } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const net = require('net');
const { codes } = require('core/errors');
const { validateFunction, validateNumber } = require('core/validate');
const { normalizeArgs, isIP } = require('net/address');
const { TLSSocket, kIsVerified, kPendingSession } = require('tls/socket');
const { connResetError, verifyError } = require('tls/errors');

let hasWarned = false;

// NODE_TLS_REJECT_UNAUTHORIZED=0: accept any certificate.
function getAllowUnauthorized() {
  const isOff = globals.process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0';
  if (isOff && !hasWarned) {
    hasWarned = true;
    globals.process.emitWarning("Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS connections " +
      'and HTTPS requests insecure by disabling certificate verification.');
  }
  return isOff;
}

// (options, callback), (port, host, options, callback), (path, options, callback): properties of a later object win.
function optionsOf(args) {
  const { 0: options, 1: callback } = normalizeArgs(args);
  for (const index of each([1, 2])) {
    const given = args[index];
    if (given !== null && typeof given === 'object') {
      objectAssign(options, given);
      break;
    }
  }
  return [options, callback];
}

function connect(...args) {
  const { 0: given, 1: callback } = optionsOf(args);
  const allowUnauthorized = getAllowUnauthorized();
  const options = {
    rejectUnauthorized: !allowUnauthorized,
    ciphers: require('tls').DEFAULT_CIPHERS,
    checkServerIdentity: require('tls').checkServerIdentity,
    minDHSize: 1024,
    ...given,
  };
  if (!options.keepAlive) options.singleUse = true;
  validateFunction(options.checkServerIdentity, 'options.checkServerIdentity');
  validateNumber(options.minDHSize, 'options.minDHSize', 1);
  if (options.pskCallback !== undefined) {
    validateFunction(options.pskCallback, 'options.pskCallback');
    throw require('core/not_implemented').notImplemented('the option pskCallback of tls.connect()');
  }
  if (options.requestOCSP) throw require('core/not_implemented').notImplemented('the option requestOCSP of tls.connect()');
  checkServername(options.servername);
  const context = options.secureContext || require('tls').createSecureContext(options);
  const socket = new TLSSocket(options.socket, {
    allowHalfOpen: options.socket ? options.socket.allowHalfOpen : Boolean(options.allowHalfOpen),
    pipe: Boolean(options.path),
    secureContext: context,
    isServer: false,
    requestCert: true,
    rejectUnauthorized: options.rejectUnauthorized !== false,
    session: options.session,
    ALPNProtocols: options.ALPNProtocols,
    requestOCSP: options.requestOCSP,
    enableTrace: options.enableTrace,
    highWaterMark: options.highWaterMark,
    onread: options.onread,
    signal: options.signal,
    lookup: options.lookup,
    blockList: options.blockList,
  });
  socket[kOptions] = options;
  if (callback) socket.once('secureConnect', callback);
  // Over an existing socket the handshake starts before a listener can be added.
  socket._tlsOptions.enableKeylog = Boolean(options.socket);
  if (!options.socket) startConnecting(socket, options);
  socket._releaseControl();
  if (options.session) socket.setSession(options.session);
  if (options.servername) socket.setServername(options.servername);
  if (options.socket) socket._start();
  socket.on('secure', onConnectSecure);
  socket.prependListener('end', onConnectEnd);
  return socket;
}

const kOptions = Symbol('connectOptions');

function checkServername(servername) {
  if (!servername) return;
  require('core/validate').validateString(servername, 'name');
  if (isIP(servername) !== 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.servername', servername, 'Setting the TLS ServerName to an IP address is not permitted.');
  }
}

function startConnecting(socket, options) {
  // Destroyed by a signal that was already aborted: connect() would undo that.
  if (socket.destroyed) return;
  if (options.timeout) socket.setTimeout(options.timeout);
  socket.connect(options, undefined);
}

function onConnectSecure() {
  const options = this[kOptions];
  const code = this.ssl.verify();
  let error = code === undefined ? undefined : verifyError(code);
  const host = options.servername || options.host || options.socket?._host || 'localhost';
  if (!error && !this.isSessionReused()) error = options.checkServerIdentity(host, this.getPeerCertificate(true));
  if (error) {
    this.authorized = false;
    this.authorizationError = error.code || error.message;
    // Destroy an unauthorized connection.
    if (options.rejectUnauthorized !== false) {
      this.destroy(error);
      return;
    }
  } else {
    this.authorized = true;
  }
  this.secureConnecting = false;
  this.emit('secureConnect');
  this[kIsVerified] = true;
  const session = this[kPendingSession];
  this[kPendingSession] = null;
  if (session) this.emit('session', session);
  this.removeListener('end', onConnectEnd);
}

function onConnectEnd() {
  // The error was emitted already.
  if (this._hadError) return;
  this._hadError = true;
  const options = this[kOptions];
  const error = connResetError('Client network socket disconnected before secure TLS connection was established');
  error.path = options.path;
  error.host = options.host;
  error.port = options.port;
  error.localAddress = options.localAddress;
  this.destroy(error);
}

module.exports = { connect, getAllowUnauthorized };
