'use strict';
const net = require('net');

// Three connections that wait when the loop looks: each turn takes one, and its immediates come before the next.
let count = 0;
const server = net.createServer((socket) => {
  const number = ++count;
  console.log('connection', number);
  process.nextTick(() => console.log('tick of', number));
  setImmediate(() => console.log('immediate of', number));
  socket.on('close', () => console.log('close of', number));
  if (number === 3) {
    server.close();
    server.on('close', () => console.log('server: close'));
    setTimeout(() => clients.forEach((client) => client.destroy()), 20);
  }
  socket.resume();
});
const clients = [];
server.listen(0, '127.0.0.1', () => {
  for (let i = 0; i < 3; i++) clients.push(net.connect(server.address().port, '127.0.0.1'));
});
