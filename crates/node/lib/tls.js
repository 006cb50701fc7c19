'use strict';
// node:tls: TLS 1.2 and 1.3, by rustls (src/bindings/tls.rs).
//
//   tls/socket.js    TLSSocket            tls/context.js      SecureContext
//   tls/connect.js   the client           tls/identity.js     checkServerIdentity()
//   tls/server.js    the server           tls/certificate.js  certificates as objects
//   tls/tls_wrap.js  a connection in Rust; tls/duplex.js: its transport if that is a JavaScript stream

const { objectAssign, objectDefineProperty } = require('core/intrinsics');
const defaults = require('tls/defaults');

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_CIPHERS: defaults.DEFAULT_CIPHERS,
  DEFAULT_ECDH_CURVE: defaults.DEFAULT_ECDH_CURVE,
  DEFAULT_MIN_VERSION: defaults.DEFAULT_MIN_VERSION,
  DEFAULT_MAX_VERSION: defaults.DEFAULT_MAX_VERSION,
  getCiphers: function getCiphers() {
    return binding('tls').getSSLCiphers();
  },
  getCertificateCompressionAlgorithms: function getCertificateCompressionAlgorithms() {
    return [];
  },
  getCACertificates: defaults.getCACertificates,
  setDefaultCACertificates: defaults.setDefaultCACertificates,
  convertALPNProtocols: require('tls/alpn').convertALPNProtocols,
  checkServerIdentity: require('tls/identity').checkServerIdentity,
  createSecureContext: require('tls/context').createSecureContext,
  SecureContext: require('tls/context').SecureContext,
};
objectDefineProperty(module.exports, 'rootCertificates', { __proto__: null, get: defaults.bundled, enumerable: true });

// After the exports above, which these require.
objectAssign(module.exports, {
  TLSSocket: require('tls/socket').TLSSocket,
  Server: require('tls/server').Server,
  createServer: require('tls/server').createServer,
  connect: require('tls/connect').connect,
});
