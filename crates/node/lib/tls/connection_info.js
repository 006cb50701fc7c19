'use strict';
// The methods of TLSSocket that return information about the connection.

const globals = require('globals');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');

const validate = () => require('core/validate');
const certificates = () => require('tls/certificate');

module.exports = function addInfoMethods(proto, { kLastSession }) {
  proto.getProtocol = function() {
    const info = this.ssl?.info();
    return info === undefined || !this._handle ? null : info[0] || 'TLSv1.3';
  };

  proto.getCipher = function() {
    const info = this.ssl?.info();
    if (info === undefined || info[1] === '') return this._handle ? undefined : null;
    return { name: info[1], standardName: info[2], version: info[0] === 'TLSv1.3' ? 'TLSv1.3' : 'TLSv1.2' };
  };

  proto.getEphemeralKeyInfo = function() {
    if (!this._handle) return null;
    const info = this.ssl.info();
    if (this.ssl.isServer) return null;
    if (info === undefined || info[5] === '') return {};
    return { type: info[5], name: info[6], size: Number(info[7]) };
  };

  proto.isSessionReused = function() {
    if (this._tlsOptions === undefined || this.destroyed) return null;
    return this.ssl?.isSessionReused() ?? false;
  };

  proto.getSession = function() {
    if (!this._handle) return undefined;
    // A session is available once it is promised: its ticket arrives after the handshake.
    if (this[kLastSession] === undefined && this._secureEstablished && !this.ssl.isServer) this[kLastSession] = this.ssl.sessionId();
    return this[kLastSession];
  };

  proto.getTLSTicket = function() {
    return undefined;
  };

  proto.getPeerCertificate = function(detailed) {
    if (!this._handle) return null;
    const chain = this.ssl.peerCertificates();
    if (chain.length === 0) return {};
    if (!detailed) return certificates().describe(chain[0]) ?? {};
    return certificates().describeChain(chain, (der) => this.ssl.context.context.issuerOf(der)) ?? {};
  };

  proto.getCertificate = function() {
    if (!this._handle) return null;
    const own = this.ssl.context.context.getCertificate();
    return own === null ? {} : certificates().describe(own) ?? {};
  };

  proto.exportKeyingMaterial = function(length, label, context) {
    const { validateBuffer, validateString, validateUint32 } = validate();
    validateUint32(length, 'length', true);
    validateString(label, 'label');
    if (context !== undefined) validateBuffer(context, 'context');
    if (!this._secureEstablished) throw new codes.ERR_TLS_INVALID_STATE();
    return globals.Buffer.from(this.ssl.exportKeyingMaterial(length, label, context));
  };

  proto.setMaxSendFragment = function(size) {
    validate().validateInt32(size, 'size');
    if (size < 512 || size > 16384 || !this.ssl?.isOpen) return false;
    this.ssl.setMaxFragment(size);
    return true;
  };

  // TLS 1.3 has no renegotiation, and rustls does not implement it.
  proto.renegotiate = function(options, callback) {
    const { validateFunction, validateObject } = validate();
    validateObject(options, 'options');
    if (callback !== undefined) validateFunction(callback, 'callback');
    if (this.destroyed) return undefined;
    if (callback) globals.process.nextTick(callback, new codes.ERR_TLS_RENEGOTIATION_UNSUPPORTED());
    return false;
  };

  proto.disableRenegotiation = function() {};

  proto.enableTrace = function() {};

  for (const name of each(['getFinished', 'getPeerFinished', 'getSharedSigalgs', 'getPeerX509Certificate', 'getX509Certificate'])) {
    proto[name] = function() {
      throw require('core/not_implemented').notImplemented(`tls.TLSSocket.prototype.${name}`);
    };
  }
};
