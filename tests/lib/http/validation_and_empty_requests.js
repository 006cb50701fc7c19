'use strict';
// Which header values are accepted, by the options of a request or of the server; which requests are taken as empty; what a
// program pushes into the socket of a server.
const http = require('http');
const net = require('net');
const { once } = require('events');

function outcome(name, call) {
  try {
    call();
    console.log(name, 'accepted');
  } catch (error) {
    console.log(name, error.code);
  }
}

outcome('message', () => new http.OutgoingMessage().setHeader('x', '\x01'));
outcome('response without a socket', () => new http.ServerResponse({}).setHeader('x', '\x01'));
for (const insecureHTTPParser of [true, false, undefined]) {
  for (const httpValidation of ['strict', 'relaxed', 'insecure', undefined]) {
    const server = { insecureHTTPParser, httpValidation };
    const response = new http.ServerResponse({ method: 'GET', socket: { server } });
    outcome(`response ${JSON.stringify(server)}`, () => response.setHeader('x', '\x01'));
    outcome(`response ${JSON.stringify(server)} NUL`, () => response.setHeader('x', '\0'));
  }
}
for (const options of [{ insecureHTTPParser: true }, { insecureHTTPParser: false }, { httpValidation: 'relaxed' }, { httpValidation: 'strict' }]) {
  const request = http.request({ port: 1, ...options }).on('error', () => {});
  outcome(`request ${JSON.stringify(options)}`, () => request.appendHeader('x', '\x01'));
  request.destroy();
}
outcome('both options', () => http.createServer({ httpValidation: 'relaxed', insecureHTTPParser: false }));

const EMPTY = ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\n\r\n'];
const NOT_EMPTY = [
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
];

async function main() {
  const server = http.createServer({ optimizeEmptyRequests: true }, (req, res) => {
    console.log(req.method, req.headers['content-length'], req._dumped, req.readableEnded, req.destroyed);
    res.end();
  });
  server.listen(0);
  await once(server, 'listening');
  for (const text of [...EMPTY, ...NOT_EMPTY]) {
    const client = net.connect(server.address().port).on('error', () => {});
    client.end(text);
    client.resume();
    await once(client, 'close');
  }
  server.close();

  const pushed = http.createServer((req, res) => {
    console.log('pushed', req.url);
    res.end('answer', () => pushed.close());
  });
  pushed.on('connection', (socket) => {
    console.log('flowing', socket.readableFlowing);
    socket.push('GET /of-ours HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  });
  pushed.listen(0, () => net.connect(pushed.address().port).resume());
}

main();
