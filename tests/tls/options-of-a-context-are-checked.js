'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

function make(name, options) {
  try {
    const { context } = tls.createSecureContext(options);
    console.log(name, typeof context);
  } catch ({ name: kind, code, message, library, reason }) {
    console.log(name, { kind, code, message, library, reason });
  }
}
make('nothing');
make('a pair', { key: key('localhost.key'), cert: key('localhost.pem') });
make('two pairs', { key: [key('localhost.key'), key('other.example.key')], cert: [key('localhost.pem'), key('other.example.pem')] });
make('a certificate only', { cert: key('localhost.pem') });
make('not each other\'s', { key: key('alone.key'), cert: key('localhost.pem') });
make('no certificate', { cert: 'x' });
make('no key', { key: 'x' });
make('a passphrase', { key: key('localhost.encrypted.key'), passphrase: 'secret', cert: key('localhost.pem') });
make('a passphrase, the old way', { key: [{ pem: key('localhost.old-encrypted.key'), passphrase: 'secret' }], cert: key('localhost.pem') });
make('the wrong passphrase, the old way', { key: key('localhost.old-encrypted.key'), passphrase: 'wrong' });
make('no passphrase, the old way', { key: key('localhost.old-encrypted.key') });
make('no cipher', { ciphers: 'no-such-cipher' });
make('no ciphers', { ciphers: ':' });
make('ciphers that are no text', { ciphers: 1 });
make('no such version', { minVersion: 'x' });
make('no such version', { maxVersion: 'TLSv9' });
make('no such method', { secureProtocol: 'x' });
make('a method that is gone', { secureProtocol: 'SSLv3_method' });
make('a method', { secureProtocol: 'TLSv1_2_method' });
make('a method and a version', { secureProtocol: 'TLSv1_2_method', minVersion: 'TLSv1.2' });
make('a key that is a number', { key: 1 });
make('a certificate that is an object', { cert: {} });
make('an authority that is a number', { ca: 1 });
make('an authority that is none', { ca: 'x' });
make('no list of revoked ones', { crl: 'x' });
make('no curve', { ecdhCurve: 'no-such-curve' });
make('a curve', { ecdhCurve: 'P-256:X25519' });
make('ticket keys that are too short', { ticketKeys: Buffer.alloc(4) });
make('ticket keys that are text', { ticketKeys: 'x' });
for (const options of ['x', { SNICallback: 1 }, { handshakeTimeout: 'x' }, { sessionTimeout: 'x' }, { ALPNCallback() {}, ALPNProtocols: ['a'] }, { key: 'x' }]) {
  try {
    tls.createServer(options);
    console.log('a server');
  } catch ({ code, message }) {
    console.log(code, message);
  }
}
