'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  let online = 0;
  cluster.on('online', () => {
    if (++online < 2) return;
    let turn = 0;
    const server = net.createServer({ pauseOnConnect: true }, (socket) => workers[turn++ % 2].send('yours', socket));
    server.listen(0, '127.0.0.1', () => ask(server, 4));
  });
} else {
  process.on('message', (message, socket) => {
    socket.end(`${message} from ${cluster.worker.id}`);
    socket.resume();
  });
}

function ask(server, left) {
  if (left === 0) {
    server.close(() => console.log('closed'));
    cluster.disconnect();
    return;
  }
  net.connect(server.address().port, '127.0.0.1').setEncoding('utf8').on('data', (text) => console.log(text)).on('close', () => ask(server, left - 1));
}
