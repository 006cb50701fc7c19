'use strict';
// soak/requests.js COUNT: as many requests over one connection, 64 ahead of their answers and one in eight with a body: every
// one is answered in its order, and the process is none the bigger for it.

const http = require('http');
const net = require('net');
const { conclude, held } = require('./flat.js');

const count = Number(process.argv[2] ?? 1_000_000);
const AHEAD = 64;

const server = http.createServer((req, res) => {
  res.sendDate = false;
  if (req.method === 'GET') {
    res.end(req.url);
    return;
  }
  let body = '';
  req.setEncoding('latin1').on('data', (text) => { body += text; }).on('end', () => res.end(`/${body}`));
});

function asks(number) {
  const body = String(number);
  return number % 8 === 0 ?
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}` :
    `GET /${body} HTTP/1.1\r\nHost: a\r\n\r\n`;
}

// Reads answers off a text; what is left of it.
function answersIn(text, take) {
  let from = 0;
  for (;;) {
    const end = text.indexOf('\r\n\r\n', from);
    if (end === -1) return text.slice(from);
    const length = Number(/Content-Length: (\d+)/.exec(text.slice(from, end))[1]);
    if (text.length < end + 4 + length) return text.slice(from);
    take(text.slice(end + 4, end + 4 + length));
    from = end + 4 + length;
  }
}

server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1').setEncoding('latin1');
  const warm = Math.ceil(count / 10);
  const faults = [];
  let before;
  let asked = 0;
  let answered = 0;
  let rest = '';
  const ask = () => {
    let batch = '';
    while (asked < count && asked - answered < AHEAD) batch += asks(asked++);
    if (batch !== '') socket.write(batch);
  };
  const take = (body) => {
    if (body !== `/${answered}` && faults.length < 10) faults.push(`answer ${answered} is ${body}`);
    if (++answered === warm) {
      globalThis.gc?.();
      before = held();
    }
  };
  socket.on('data', (more) => {
    rest = answersIn(rest + more, take);
    if (answered === count) conclude(before, faults);
    else ask();
  });
  socket.on('close', () => conclude(before ?? held(), [...faults, `the connection was closed after ${answered} answers`]));
  ask();
});
