'use strict';
// Closed after its answer.
const net = require('node:net');

const server = net.createServer((socket) => {
  socket.end('hello');
  server.close(() => console.log('closed'));
});
server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').resume());
