'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

function attempt(name, serverOptions, clientOptions) {
  return new Promise((resolve) => {
    const lines = [];
    const server = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem'), ...serverOptions }, (socket) => {
      lines.push(`  server: ${socket.alpnProtocol} ${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.end();
    });
    server.on('tlsClientError', (error) => lines.push(`  server: ${error.code} ${error.reason}`));
    server.listen(0, () => {
      const socket = tls.connect({ port: server.address().port, ca: key('root.pem'), ...clientOptions }, () => {
        lines.push(`  client: ${socket.alpnProtocol} ${socket.getProtocol()} ${socket.getCipher().standardName}`);
      });
      socket.on('error', (error) => lines.push(`  client: ${error.code} ${error.reason}`));
      socket.on('close', () => server.close(() => {
        console.log([name, ...lines.sort()].join('\n'));
        resolve();
      }));
      socket.resume();
    });
  });
}
(async () => {
  await attempt('one in common', { ALPNProtocols: ['b', 'a'] }, { ALPNProtocols: ['a', 'b'] });
  await attempt('none in common', { ALPNProtocols: ['a'] }, { ALPNProtocols: ['b'] });
  await attempt('only the client has any', {}, { ALPNProtocols: ['b'] });
  await attempt('only the server has any', { ALPNProtocols: ['a'] }, {});
  await attempt('a callback', { ALPNCallback: ({ servername, protocols }) => {
    console.log('ALPNCallback', servername, protocols);
    return protocols[1];
  } }, { ALPNProtocols: ['a', 'b'], servername: 'localhost' });
  await attempt('a callback that wants none', { ALPNCallback: () => undefined }, { ALPNProtocols: ['a', 'b'] });
  await attempt('TLS 1.2', { maxVersion: 'TLSv1.2' }, {});
  await attempt('TLS 1.2, by the client', {}, { maxVersion: 'TLSv1.2' });
  await attempt('TLS 1.3 is too new', { maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' });
  await attempt('TLS 1.2 is too old', { minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' });
  await attempt('a cipher', { maxVersion: 'TLSv1.2' }, { ciphers: 'ECDHE-RSA-AES256-GCM-SHA384' });
  await attempt('a cipher of TLS 1.3', {}, { ciphers: 'TLS_CHACHA20_POLY1305_SHA256' });
  await attempt('no cipher in common', { ciphers: 'ECDHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' }, { ciphers: 'ECDHE-RSA-AES256-GCM-SHA384' });
})();
