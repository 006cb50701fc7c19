'use strict';
const fs = require('fs');
const net = require('net');

const path = `/tmp/hexloop-net-${process.pid}.sock`;
const server = net.createServer((socket) => {
  console.log('remote', socket.remoteAddress, socket.remotePort, socket.remoteFamily);
  socket.end('welcome');
});
server.listen(path, () => {
  console.log('address', server.address() === path);
  const client = net.connect({ path });
  client.setEncoding('utf8');
  client.on('data', (text) => console.log('data', text));
  client.on('close', () => server.close(() => {
    fs.stat(path, (error) => console.log(error?.code));
  }));
});
const twin = net.createServer().on('error', (error) => {
  console.log(error.message.replace(path, 'PATH'), error.code, error.errno, error.syscall, error.address === path, error.port);
});
twin.listen(path);
console.log(twin.listening, server.listening);
