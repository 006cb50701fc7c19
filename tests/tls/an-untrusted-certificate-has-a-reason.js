'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

// What a client hears about a server's certificate, and what the server hears of being turned away.
function attempt(name, serverOptions, clientOptions) {
  return new Promise((resolve) => {
    const lines = [];
    const server = tls.createServer(serverOptions, (socket) => socket.on('error', () => {}));
    server.on('tlsClientError', (error) => lines.push(`  server: ${error.code} ${error.message}`));
    server.listen(0, () => {
      const socket = tls.connect({ port: server.address().port, ...clientOptions });
      socket.on('secureConnect', () => {
        lines.push(`  client: secureConnect ${socket.authorized} ${socket.authorizationError}`);
        socket.end();
      });
      socket.on('error', (error) => lines.push(`  client: ${error.code} ${error.message.split(';')[0]}`));
      socket.on('close', (hadError) => {
        lines.push(`  client: close ${hadError}`);
        server.close(() => {
          console.log([name, ...lines.sort()].join('\n'));
          resolve();
        });
      });
    });
  });
}

const of = (name) => ({ key: key(`${name}.key`), cert: key(`${name}.pem`) });
const root = { ca: key('root.pem') };
(async () => {
  await attempt('trusted', of('localhost'), root);
  await attempt('by its address', of('localhost'), { ...root, host: '127.0.0.1' });
  await attempt('an unknown root', of('localhost'), {});
  await attempt('an unknown root, but never mind', of('localhost'), { rejectUnauthorized: false });
  await attempt('signed by itself', of('alone'), {});
  await attempt('signed by itself and trusted', of('alone'), { ca: key('alone.pem') });
  await attempt('expired', of('expired'), root);
  await attempt('expired, of an unknown root', of('expired'), {});
  await attempt('of another name', of('other.example'), root);
  await attempt('of that name', of('other.example'), { ...root, servername: 'other.example' });
  await attempt('of a wild name', of('other.example'), { ...root, servername: 'a.wild.example' });
  await attempt('of a wild name, too deep', of('other.example'), { ...root, servername: 'a.b.wild.example' });
  await attempt('with a chain', { key: key('deep.example.key'), cert: key('deep.chain.pem') }, root);
  await attempt('without its chain', of('deep.example'), root);
  await attempt('a chain to an unknown root', { key: key('deep.example.key'), cert: key('deep.chain.pem') }, {});
  await attempt('a trusted intermediate only', of('deep.example'), { ca: key('intermediate.pem') });
  await attempt('a trusted intermediate is enough', of('deep.example'), { ca: key('intermediate.pem'), allowPartialTrustChain: true });
  await attempt('a certificate of a client', of('client'), { ...root, servername: 'client' });
  await attempt('a check of the program\'s own', of('localhost'), { ...root, checkServerIdentity: (host, cert) => new Error(`${host} is ${cert.subject.CN}`) });
})();
