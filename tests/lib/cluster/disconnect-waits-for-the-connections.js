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
    socket.on('close', () => happened('client closed'));
  });
  worker.on('message', (message) => console.log(message));
  worker.on('disconnect', () => happened('disconnected', worker.exitedAfterDisconnect));
  worker.on('exit', (code, signal) => happened('exit', code, signal));
  // Which of these comes first is up to the system.
  const last = [];
  const happened = (...what) => {
    last.push(what.join(' '));
    if (last.length === 3) console.log(last.sort().join('\n'));
  };
} else {
  const server = net.createServer((socket) => {
    socket.write('welcome');
    socket.on('data', () => {
      // It comes over another connection than what the primary has sent before.
      const answer = () => {
        if (cluster.worker.exitedAfterDisconnect) socket.write(`yes; leaving: ${cluster.worker.exitedAfterDisconnect}`);
        else setTimeout(answer, 1);
      };
      answer();
    });
  });
  server.listen(0, '127.0.0.1');
}
