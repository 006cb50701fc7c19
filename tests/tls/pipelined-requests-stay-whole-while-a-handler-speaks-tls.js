'use strict';
// What a handler makes another connection read must not become the rest of the request that is being parsed.
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
      final(callback) {
        sides[1 - index].push(null);
        callback();
      },
    }));
  }
  return sides;
}

const FORGED = 'GET /forged HTTP/1.1\r\nHost: forged\r\n\r\n'.repeat(40);

async function securePair() {
  const [one, other] = syncPair();
  const server = new tls.TLSSocket(other, { isServer: true,
    secureContext: tls.createSecureContext({ key: key('localhost.key'), cert: key('localhost.pem') }) });
  const client = tls.connect({ socket: one, ca: key('root.pem'), servername: 'localhost' });
  let received = 0;
  server.on('data', (chunk) => { received += chunk.length; });
  await new Promise((resolve) => client.once('secureConnect', resolve));
  return { client, received: () => received, end() { client.destroy(); server.destroy(); } };
}

// One write, so that one read brings all of it.
function exchange(port, text) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (data) => { answer += data; });
    socket.on('close', () => resolve(answer));
  });
}

const bodies = (answer) => answer.split('\r\n').filter((line) => line.startsWith('>')).join(' ');

(async () => {
  const secure = await securePair();
  const server = http.createServer((request, response) => {
    secure.client.write(FORGED);
    let body = '';
    request.setEncoding('latin1').on('data', (data) => {
      body += data;
      secure.client.write(FORGED);
      process.nextTick(() => secure.client.write(FORGED));
      Promise.resolve().then(() => secure.client.write(FORGED));
    });
    request.on('end', () => {
      console.log(request.method, request.url, request.headers.host, body);
      response.end(`>${request.url}:${body}`);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();

  console.log('- heads');
  const get = (name, rest = '') => `GET /${name} HTTP/1.1\r\nHost: own\r\n${rest}\r\n`;
  console.log(bodies(await exchange(port, get('first') + get('second') + get('third', 'Connection: close\r\n'))));

  console.log('- bodies');
  const post = (name, body) => `POST /${name} HTTP/1.1\r\nHost: own\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const chunked = (name, ...parts) => `POST /${name} HTTP/1.1\r\nHost: own\r\nTransfer-Encoding: chunked\r\n\r\n${
    parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;
  console.log(bodies(await exchange(port, post('one', 'a'.repeat(20)) + chunked('two', 'bb', 'cc', 'dd') +
    post('three', 'e'.repeat(30)) + get('last', 'Connection: close\r\n'))));

  console.log('- an upgrade');
  server.on('upgrade', (request, socket, head) => {
    secure.client.write(FORGED);
    console.log(request.url, head.toString());
    socket.end('>upgraded\r\n');
  });
  console.log(bodies(await exchange(port, get('before') + get('upgrade', 'Connection: Upgrade\r\nUpgrade: own\r\n') + 'the first bytes after it')));

  server.close();
  secure.client.once('close', () => console.log('forged bytes came to their owner:', secure.received() % FORGED.length === 0));
  setImmediate(() => secure.end());
})();
