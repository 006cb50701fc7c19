'use strict';
// Twenty thousand requests, some pipelined, over one connection: each is answered, in its order, and the server is none the
// bigger for it. (A million of them, and fifty thousand connections: ./x soak net.)

const http = require('http');
const net = require('net');

const TOTAL = 20_000;
const AHEAD = 64;

let served = 0;
const server = http.createServer((req, res) => {
  served++;
  res.sendDate = false;
  if (req.method === 'POST') req.pipe(res);
  else res.end(req.url);
});
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  let asked = 0;
  let answered = 0;
  let text = '';
  const ask = () => {
    let batch = '';
    while (asked < TOTAL && asked - answered < AHEAD) {
      const body = String(asked++);
      if (asked % 8 === 0) batch += `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      else batch += `GET ${body} HTTP/1.1\r\nHost: a\r\n\r\n`.replace(body, `/${body}`);
    }
    if (batch !== '') socket.write(batch);
  };
  const head = /^HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)*?(?:Content-Length: (\d+)|Transfer-Encoding: chunked)\r\n(?:[^\r]+\r\n)*\r\n/;
  const take = () => {
    const match = head.exec(text);
    if (match === null) return false;
    const from = match[0].length;
    let body;
    if (match[1] !== undefined) {
      if (text.length < from + Number(match[1])) return false;
      body = text.substr(from, Number(match[1]));
      text = text.slice(from + body.length);
    } else {
      const end = text.indexOf('0\r\n\r\n', from);
      if (end === -1 || !/^[0-9a-f]+\r\n\d+\r\n0\r\n\r\n/.test(text.slice(from))) return false;
      body = /^[0-9a-f]+\r\n(\d+)\r\n0\r\n\r\n/.exec(text.slice(from));
      text = text.slice(from + body[0].length);
      body = body[1];
    }
    if (body.replace('/', '') !== String(answered)) throw new Error(`answer ${answered} is ${body}`);
    answered++;
    return true;
  };
  socket.setEncoding('latin1').on('data', (more) => {
    text += more;
    while (take());
    if (answered === TOTAL) socket.end();
    else ask();
  });
  socket.on('close', () => {
    console.log('served', served, 'answered', answered);
    server.getConnections((error, count) => console.log('connections left', count));
    server.close();
  });
  ask();
});
