'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

const { Duplex, duplexPair } = require('stream');
const net = require('net');
(async () => {
  const [one, other] = duplexPair();
  const serverSide = new tls.TLSSocket(other, { isServer: true, key: key('localhost.key'), cert: key('localhost.pem'),
    secureContext: tls.createSecureContext({ key: key('localhost.key'), cert: key('localhost.pem') }) });
  serverSide.on('data', (data) => {
    console.log('server:', data.toString());
    serverSide.end('bye');
  });
  const client = tls.connect({ socket: one, ca: key('root.pem'), servername: 'localhost' }, () => {
    console.log('client:', client.authorized, client.getProtocol());
    client.write('over a pair');
  });
  client.on('data', (data) => console.log('client:', data.toString()));
  client.on('end', () => console.log('client: end'));
  await new Promise((resolve) => client.on('close', resolve));
  console.log('client: close');

  // Over a socket that is connected, and over one that still connects.
  const server = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem') }, (socket) => socket.pipe(socket));
  await new Promise((resolve) => server.listen(0, resolve));
  for (const waits of [true, false]) {
    const raw = net.connect(server.address().port);
    if (waits) await new Promise((resolve) => raw.on('connect', resolve));
    const secure = tls.connect({ socket: raw, ca: key('root.pem'), servername: 'localhost' }, () => secure.end('over a socket'));
    secure.on('data', (data) => console.log(waits, data.toString()));
    raw.on('close', () => console.log(waits, 'raw: close', raw.destroyed));
    await new Promise((resolve) => secure.on('close', resolve));
    console.log(waits, 'secure: close', secure.destroyed);
  }
  // TLS within TLS.
  const inner = tls.connect({ port: server.address().port, ca: key('root.pem') });
  await new Promise((resolve) => inner.on('secureConnect', resolve));
  inner.end('twice');
  inner.on('data', (data) => console.log(data.toString()));
  await new Promise((resolve) => inner.on('close', resolve));
  server.close();
})();
