'use strict';
const net = require('net');

const never = new net.Socket();
never.on('error', (error) => console.log('never opened', error.code)).on('close', (hadError) => console.log('closed', hadError));
console.log(never.resetAndDestroy() === never);
const server = net.createServer((socket) => {
  socket.on('error', (error) => console.log('server', error.message, error.errno, error.syscall));
  socket.on('close', (hadError) => {
    console.log('server closed', hadError);
    server.close();
  });
  socket.resume();
  client.resetAndDestroy();
  console.log(client.destroyed, client.readyState);
}).listen(0, '127.0.0.1');
let client;
server.on('listening', () => {
  client = net.connect(server.address().port, '127.0.0.1');
  client.on('close', (hadError) => console.log('client closed', hadError)).resume();
});
