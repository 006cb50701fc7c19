'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  let port;
  const counts = {};
  const connect = (left) => {
    if (left === 0) {
      console.log('each got', Object.values(counts));
      cluster.disconnect();
      return;
    }
    let text = '';
    net.connect(port, '127.0.0.1').setEncoding('utf8').on('data', (data) => { text += data; }).on('close', () => {
      counts[text] = (counts[text] ?? 0) + 1;
      connect(left - 1);
    });
  };
  let listening = 0;
  cluster.on('listening', (worker, address) => {
    port = address.port;
    if (++listening === 3) connect(12);
  });
  cluster.on('exit', (worker, code) => console.log('exit', code));
  for (let i = 0; i < 3; i++) cluster.fork();
} else {
  net.createServer((socket) => socket.end(`${cluster.worker.id}`)).listen(0, '127.0.0.1');
}
