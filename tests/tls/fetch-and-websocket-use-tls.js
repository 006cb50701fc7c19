'use strict';
const fs = require('fs');
const path = require('path');
const https = require('https');
const tls = require('tls');
const { createHash } = require('crypto');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));
const server = https.createServer({ key: key('localhost.key'), cert: key('localhost.pem') }, (request, response) => {
  let length = 0;
  request.on('data', (part) => { length += part.length; });
  request.on('end', () => response.end(`${request.method} ${request.url} ${length}`));
});
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]));
  socket.on('data', () => socket.end());
});
server.listen(0, async () => {
  const { port } = server.address();
  try {
    await fetch(`https://localhost:${port}/`);
  } catch (error) {
    console.log(error.name, error.message, error.cause.code);
  }
  tls.setDefaultCACertificates([key('root.pem').toString()]);
  const answer = await fetch(`https://localhost:${port}/a`);
  console.log(answer.status, await answer.text(), answer.url === `https://localhost:${port}/a`);
  const posted = await fetch(`https://localhost:${port}/b`, { method: 'POST', body: 'x'.repeat(100000) });
  console.log(posted.status, await posted.text());
  const socket = new WebSocket(`wss://localhost:${port}/`);
  socket.onopen = () => console.log('open', socket.url === `wss://localhost:${port}/`);
  socket.onmessage = ({ data }) => {
    console.log('message', data);
    socket.close();
  };
  socket.onclose = () => {
    console.log('close');
    server.close();
    server.closeAllConnections();
  };
});
