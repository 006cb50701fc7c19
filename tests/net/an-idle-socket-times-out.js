'use strict';
const net = require('net');

const server = net.createServer((socket) => {
  socket.setTimeout(20);
  socket.on('timeout', () => {
    console.log('server: timeout', socket.timeout, socket.destroyed);
    socket.end();
  });
  socket.resume();
}).listen(0, '127.0.0.1', () => {
  const socket = net.connect({ port: server.address().port, host: '127.0.0.1', timeout: 5000 });
  console.log(socket.timeout, socket.setTimeout(6000, () => console.log('never')) === socket);
  for (const value of ['x', -1, NaN, Infinity]) {
    try {
      socket.setTimeout(value);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  try {
    socket.setTimeout(5, 'callback');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  socket.setTimeout(0);
  socket.resume().on('end', () => console.log('end')).on('close', () => server.close());
});
