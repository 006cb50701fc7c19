'use strict';
// The client is destroyed in the timers phase; the server hears of it in poll, ends its half when poll is over, and so is closed
// in the same turn: last come, first served.
const net = require('net');

const server = net.createServer((socket) => {
  socket.on('end', () => console.log('server end'));
  socket.on('close', () => console.log('server close'));
  socket.once('data', () => setTimeout(leave, 50));
});
let leave;
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.write('hello');
  socket.on('close', () => {
    console.log('client close');
    server.close();
  });
  leave = () => {
    socket.destroy();
    console.log('destroyed');
    setImmediate(() => console.log('immediate'));
  };
});
