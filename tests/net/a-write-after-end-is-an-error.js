'use strict';
const net = require('net');

const server = net.createServer((socket) => socket.resume());
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    client.end('last', () => console.log('callback of end'));
    console.log('writable', client.writable, client.writableEnded, client.writableFinished);
    console.log('write', client.write('too late', (error) => console.log('callback of write', error.code)));
    console.log('destroyed', client.destroyed);
    process.nextTick(() => console.log('tick'));
  });
  client.on('error', (error) => console.log('error', error.name, error.code, error.message));
  client.on('finish', () => console.log('finish: never'));
  client.on('close', (hadError) => {
    console.log('close', hadError);
    console.log('write', client.write('gone', (error) => console.log('callback', error.code)));
    client.end((error) => console.log('callback of end', error.code));
    server.close();
  });
});
