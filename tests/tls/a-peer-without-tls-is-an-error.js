'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

const net = require('net');
const http = require('http');
const show = (name) => (error) => console.log(name, error.code, error.reason, error.library);
function finish(socket) { return new Promise((resolve) => socket.on('close', resolve)); }
const listen = (server) => new Promise((resolve) => server.listen(0, () => resolve(server.address().port)));
(async () => {
  const plain = http.createServer();
  const toPlain = tls.connect({ port: await listen(plain) }).on('error', show('tls to http:'));
  await finish(toPlain);
  plain.close();
  const server = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem') });
  server.on('tlsClientError', show('server:'));
  const port = await listen(server);
  const request = http.get({ port });
  request.on('error', (error) => console.log('http to tls:', error.code));
  await finish(request);
  const rubbish = net.connect(port, () => rubbish.write('rubbish, rubbish, rubbish')).on('error', () => {});
  await finish(rubbish.resume());
  const silent = net.connect(port, () => silent.end());
  await finish(silent.resume());
  server.close();
  const closing = net.createServer((socket) => socket.end());
  const closed = tls.connect({ port: await listen(closing) }).on('error', (error) => console.log('tls to nobody:', error.code, error.message));
  await finish(closed);
  closing.close();
  const late = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem'), handshakeTimeout: 20 });
  late.on('tlsClientError', (error, socket) => {
    console.log('late:', error.code, error.message, socket.destroyed);
    socket.destroy();
  });
  const waiting = net.connect(await listen(late)).on('error', () => {});
  await finish(waiting.resume());
  late.close();
})();
