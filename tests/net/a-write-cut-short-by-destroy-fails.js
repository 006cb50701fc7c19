'use strict';
const net = require('net');

const server = net.createServer((socket) => {
  socket.pause();
  socket.on('error', () => {});
  inside = socket;
});
let inside;
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    client.write(Buffer.alloc(64 * 1024 * 1024), (error) => console.log('first', error?.message, error?.code, error?.syscall));
    client.write('more', (error) => console.log('second', error?.code));
    client.end('last', (error) => console.log('end', error?.code));
    setTimeout(() => {
      client.destroy();
      process.nextTick(() => console.log('tick'));
      setImmediate(() => console.log('immediate'));
    }, 20);
  });
  client.on('error', (error) => console.log('error', error.code));
  client.on('close', (hadError) => {
    console.log('close', hadError);
    inside.destroy();
    server.close();
  });
});
