'use strict';
const net = require('net');

const inside = [];
const server = net.createServer((socket) => {
  inside.push(socket);
  socket.on('close', () => console.log('server\'s socket: close'));
  if (inside.length === 2) closeServer();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  for (const name of ['a', 'b']) {
    const client = net.connect(port, '127.0.0.1');
    client.on('error', (error) => console.log(name, error.code));
    client.resume();
  }
});

function closeServer() {
  server.close((error) => console.log('close callback', error));
  console.log('listening', server.listening, server.address());
  server.on('close', () => console.log('server: close'));
  server.getConnections((error, count) => console.log('connections', error, count));
  setTimeout(() => {
    console.log('destroy one');
    inside[0].destroy();
    setTimeout(() => {
      console.log('destroy the other');
      inside[1].destroy();
      process.nextTick(() => console.log('tick after destroy'));
      setImmediate(() => console.log('immediate'));
    }, 30);
  }, 30);
}
