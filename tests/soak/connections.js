'use strict';
// soak/connections.js COUNT: as many connections are opened, used for one request and closed, some hundred at a time; one in
// sixteen vanishes in the middle of its body. All others are served, and memory and descriptors are what they were.

const http = require('http');
const net = require('net');
const { conclude, held } = require('./flat.js');

const count = Number(process.argv[2] ?? 50_000);
const AT_A_TIME = 200;

let served = 0;
const server = http.createServer((req, res) => {
  req.on('error', () => {});
  req.resume().on('end', () => {
    served++;
    res.end('ok');
  });
});

// Closed ports rest for a minute, so one address would run out of them.
const addressOf = (number) => `127.0.${1 + number % 4}.1`;

function once(number, port) {
  const vanishes = number % 16 === 0;
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: addressOf(number) });
    let text = '';
    socket.setEncoding('latin1').on('data', (more) => {
      text += more;
      if (text.endsWith('ok')) socket.end();
    });
    socket.on('error', (error) => { text = error.code; });
    socket.on('close', () => resolve(vanishes || text.endsWith('ok') ? undefined : `connection ${number}: ${JSON.stringify(text)}`));
    if (vanishes) socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc', () => socket.destroy());
    else socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  });
}

server.listen(0, '127.0.0.1', 1024, async () => {
  const { port } = server.address();
  const faults = [];
  let next = 0;
  const until = (end) => Promise.all(Array.from({ length: AT_A_TIME }, async () => {
    while (next < end) {
      const fault = await once(next++, port);
      if (fault !== undefined && faults.length < 10) faults.push(fault);
    }
  }));
  await until(Math.ceil(count / 5));
  globalThis.gc?.();
  const before = held();
  await until(count);
  const wanted = count - Math.ceil(count / 16);
  if (served !== wanted) faults.push(`${served} of ${wanted} were served`);
  server.getConnections((error, open) => {
    if (open > AT_A_TIME) faults.push(`${open} connections are still open`);
    conclude(before, faults);
  });
});
