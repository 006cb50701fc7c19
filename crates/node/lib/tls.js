'use strict';
// node:tls: the names, for programs that import them and speak plainly after all. Everything refuses; there is no TLS here yet.

const { refusingAll } = require('core/not_yet');

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_ECDH_CURVE: 'auto',
  DEFAULT_MIN_VERSION: 'TLSv1.2',
  DEFAULT_MAX_VERSION: 'TLSv1.3',
  ...refusingAll('tls', [
    'getCiphers', 'getCertificateCompressionAlgorithms', 'getCACertificates', 'setDefaultCACertificates', 'convertALPNProtocols',
    'checkServerIdentity', 'createSecureContext', 'SecureContext', 'TLSSocket', 'Server', 'createServer', 'connect',
  ]),
};
