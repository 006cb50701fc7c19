'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  const worker = cluster.fork();
  worker.on('listening', ({ port }) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.setEncoding('utf8').on('data', (text) => {
      console.log('client got', text);
      if (text === 'welcome') {
        worker.disconnect();
        console.log('left the table:', Object.keys(cluster.workers).length === 0, 'connected:', worker.isConnected());
        socket.write('still there?');
      } else {
        socket.end();
      }
    });
    socket.on('close', () => console.log('client closed'));
  });
  worker.on('message', (message) => console.log(message));
  worker.on('disconnect', () => console.log('disconnected', worker.exitedAfterDisconnect));
  worker.on('exit', (code, signal) => console.log('exit', code, signal));
} else {
  const server = net.createServer((socket) => {
    socket.write('welcome');
    socket.on('data', () => {
      // Whatever the primary sends before comes before.
      setImmediate(() => socket.write(`yes; leaving: ${cluster.worker.exitedAfterDisconnect}`));
    });
  });
  server.listen(0, '127.0.0.1');
}
