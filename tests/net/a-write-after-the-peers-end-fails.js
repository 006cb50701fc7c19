'use strict';
const net = require('net');

const server = net.createServer((socket) => socket.end());
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('error', (error) => console.log('error', error.message, error.code, error.syscall));
  client.on('end', () => {
    console.log('end', client.writable);
    process.nextTick(() => process.nextTick(() => {
      console.log('writable', client.writable);
      console.log('write', client.write('x', (error) => console.log('callback', error.code)));
    }));
  });
  client.on('close', (hadError) => {
    console.log('close', hadError);
    server.close();
  });
  client.resume();
});
