'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  let port;
  let isClosed = false;
  cluster.on('exit', (worker, code, signal) => {
    console.log('exit', worker.id, code, signal, worker.exitedAfterDisconnect, Object.keys(cluster.workers));
    if (worker.id === 1) {
      cluster.fork({ PORT: port }).on('listening', (address) => {
        console.log('the same port again:', address.port === port);
        net.connect(port, '127.0.0.1').resume().on('close', () => {
          console.log('answered by the other; the connection of the first is closed:', isClosed);
          cluster.workers[2].process.disconnect();
        });
      });
    }
  });
  cluster.on('disconnect', (worker) => console.log('disconnect', worker.id));
  cluster.fork().on('listening', (address) => {
    ({ port } = address);
    const held = net.connect(port, '127.0.0.1');
    held.on('data', () => cluster.workers[1].kill('SIGKILL'));
    held.on('error', () => {}).on('close', () => { isClosed = true; });
  });
} else {
  const server = net.createServer((socket) => (process.env.PORT ? socket.end('bye') : socket.write('hello')));
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
}
