'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));
function attempt(name, of, options, cert = `${of}.pem`) {
  return new Promise((resolve) => {
    const server = tls.createServer({ key: key(`${of}.key`), cert: key(cert) }, (socket) => socket.end());
    server.on('tlsClientError', () => {});
    server.listen(0, () => {
      const socket = tls.connect({ port: server.address().port, ca: key('root.pem'), servername: of, ...options });
      socket.on('secureConnect', () => console.log(name, socket.authorized));
      socket.on('error', (error) => console.log(name, error.code, error.message));
      socket.on('close', () => server.close(resolve));
      socket.resume();
    });
  });
}
(async () => {
  const crl = key('root.crl');
  await attempt('without a list:', 'other.example', {});
  await attempt('on the list:', 'other.example', { crl });
  await attempt('not on the list:', 'localhost', { crl });
  await attempt('a list among several:', 'other.example', { crl: [crl, crl] });
  await attempt('an authority without a list:', 'deep.example', { crl }, 'deep.chain.pem');
  await attempt('expired, and not on the list:', 'expired', { crl, servername: 'localhost' });
})();
