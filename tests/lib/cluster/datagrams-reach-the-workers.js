'use strict';
const cluster = require('cluster');
const dgram = require('dgram');

if (cluster.isPrimary) {
  const ports = new Set();
  let listening = 0;
  let got = 0;
  cluster.on('listening', (worker, { address, port, addressType, fd }) => {
    console.log(address, addressType, fd);
    ports.add(port);
    if (++listening < 2) return;
    console.log('ports:', ports.size);
    const socket = dgram.createSocket('udp4');
    for (let i = 0; i < 10; i++) socket.send(`datagram ${i}`, port, '127.0.0.1');
    cluster.on('message', () => {
      if (++got < 10) return;
      console.log('all came');
      socket.close();
      cluster.disconnect();
    });
  });
  cluster.on('exit', (worker, code) => console.log('exit', code));
  cluster.fork();
  cluster.fork();
} else {
  const socket = dgram.createSocket('udp4', (message) => process.send(`${message}`));
  socket.bind(0, '127.0.0.1');
}
