'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  const name = (value) => (value instanceof cluster.Worker ? `worker ${value.id}` : value);
  const shown = ({ port, ...rest }) => ({ ...rest, port: port > 0 });
  cluster.on('setup', ({ silent }) => console.log('cluster setup, silent:', silent));
  for (const event of ['fork', 'online', 'message', 'disconnect', 'exit']) {
    cluster.on(event, (...args) => console.log('cluster', event, args.map(name)));
  }
  cluster.on('listening', (worker, where) => console.log('cluster listening', name(worker), shown(where), worker.state));
  const worker = cluster.fork();
  console.log('forked');
  for (const event of ['online', 'message', 'disconnect', 'exit']) worker.on(event, (...args) => console.log('worker', event, args));
  worker.on('listening', (where) => {
    console.log('worker listening', shown(where));
    worker.send('leave');
  });
} else {
  const server = net.createServer().listen(0, '127.0.0.1');
  process.on('message', (message) => {
    process.send(`got ${message}, listening: ${server.listening}`);
    server.on('close', () => process.send('the server is closed'));
    cluster.worker.disconnect();
  });
}
