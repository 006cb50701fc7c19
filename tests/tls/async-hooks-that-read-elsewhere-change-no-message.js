'use strict';
// A `before` hook runs between the read and whoever takes its bytes; what it makes others read is not theirs.
const { createHook } = require('async_hooks');
const fs = require('fs');
const http = require('http');
const net = require('net');
const path = require('path');
const tls = require('tls');
const { Duplex } = require('stream');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

// A pair whose other end reads within the write.
function syncPair() {
  const sides = [];
  for (const index of [0, 1]) {
    sides.push(new Duplex({
      read() {},
      write(chunk, encoding, callback) {
        sides[1 - index].push(chunk);
        callback();
      },
    }));
  }
  return sides;
}

async function securePair() {
  const [one, other] = syncPair();
  const server = new tls.TLSSocket(other, { isServer: true,
    secureContext: tls.createSecureContext({ key: key('localhost.key'), cert: key('localhost.pem') }) });
  const client = tls.connect({ socket: one, ca: key('root.pem'), servername: 'localhost' });
  server.resume();
  await new Promise((resolve) => client.once('secureConnect', resolve));
  return { client, end() { client.destroy(); server.destroy(); } };
}

// A server whose connection is JavaScript's own: what is pushed is parsed at once.
function innerServer() {
  const server = http.createServer((request, response) => {
    request.resume();
    response.end();
  });
  const [one, other] = syncPair();
  server.emit('connection', other);
  one.resume();
  return { ask: (text) => one.write(text) };
}

const once = (emitter, name) => new Promise((resolve) => emitter.once(name, resolve));

(async () => {
  const secure = await securePair();
  const inner = innerServer();
  const disturb = () => {
    secure.client.write('x'.repeat(9000));
    inner.ask('PUT /inner HTTP/1.1\r\nHost: inner\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ninner\r\n0\r\nInner: yes\r\n\r\n');
  };
  let isInside = false;
  // Of sockets and parsers: what ticks would do makes ticks of its own.
  const chosen = new Set();
  const hook = createHook({
    init(id, type) { if (/^(TCP|HTTP)/.test(type)) chosen.add(id); },
    before(id) {
      if (isInside || !chosen.has(id)) return;
      isInside = true;
      disturb();
      isInside = false;
    },
  }).enable();

  const plain = net.createServer((socket) => socket.pipe(socket));
  plain.listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const client = net.connect(plain.address().port, '127.0.0.1');
  await once(client, 'connect');
  client.write('bytes of a plain socket');
  console.log((await once(client, 'data')).toString());
  client.destroy();
  plain.close();

  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (data) => { body += data; });
    request.on('end', () => {
      console.log(request.method, request.url, request.headers.host, body, request.trailers);
      response.end(`${request.method} ${body}`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const method of ['GET', 'POST', 'DELETE']) {
    const request = http.request({ port: server.address().port, host: '127.0.0.1', method, agent: false,
      headers: { Host: 'own', 'Transfer-Encoding': 'chunked', Trailer: 'Own' } });
    request.write('a body ');
    request.addTrailers({ Own: method });
    request.end('in chunks');
    const response = await once(request, 'response');
    let answer = '';
    response.setEncoding('latin1').on('data', (data) => { answer += data; });
    await once(response, 'end');
    console.log(response.statusCode, answer);
  }
  server.on('clientError', (error, socket) => {
    console.log(error.code, error.bytesParsed, error.rawPacket.toString());
    socket.destroy();
  });
  const wrong = net.connect(server.address().port, '127.0.0.1', () => wrong.write('GET / HTTP/1.1\r\nHost: own\r\nbad header\r\n\r\n'));
  await once(wrong, 'close');
  hook.disable();
  server.close();
  secure.end();
})();
