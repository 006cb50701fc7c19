'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

function attempt(name, serverOptions, clientOptions) {
  return new Promise((resolve) => {
    const lines = [];
    const server = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem'), ca: key('root.pem'), requestCert: true, ...serverOptions }, (socket) => {
      socket.on('error', () => {});
      lines.push(`  server: ${socket.authorized} ${socket.authorizationError} ${socket.getPeerCertificate().subject?.CN}`);
      socket.end('hi');
    });
    server.on('tlsClientError', (error) => lines.push(`  server: ${error.code}`));
    server.listen(0, () => {
      const socket = tls.connect({ port: server.address().port, ca: key('root.pem'), ...clientOptions });
      socket.on('secureConnect', () => lines.push('  client: secureConnect'));
      socket.on('data', (data) => lines.push(`  client: ${data}`));
      socket.on('error', (error) => lines.push(`  client: ${error.code}`));
      socket.on('close', () => server.close(() => {
        console.log([name, ...lines.sort()].join('\n'));
        resolve();
      }));
    });
  });
}
const of = (name) => ({ key: key(`${name}.key`), cert: key(`${name}.pem`) });
(async () => {
  await attempt('a good one', {}, of('client'));
  await attempt('none', {}, {});
  await attempt('none, and it is not needed', { rejectUnauthorized: false }, {});
  await attempt('one that signed itself', {}, of('alone'));
  await attempt('one that signed itself, and never mind', { rejectUnauthorized: false }, of('alone'));
  await attempt('that of a server', { rejectUnauthorized: false }, of('localhost'));
  await attempt('a good one, in TLS 1.2', { maxVersion: 'TLSv1.2' }, of('client'));
})();
