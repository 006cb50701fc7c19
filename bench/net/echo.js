'use strict';
// An echo server.

const net = require('node:net');

const server = net.createServer({ noDelay: true }, (socket) => {
  socket.on('data', (chunk) => socket.write(chunk));
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
