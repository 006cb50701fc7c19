'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  const reports = [];
  cluster.on('message', (worker, ports) => {
    reports.push(ports);
    if (reports.length < 2) return;
    const [first, second] = reports;
    console.log('two servers of a worker differ:', first[0] !== first[1]);
    console.log('the n-th of each worker is the same:', first[0] === second[0], first[1] === second[1]);
    console.log('exclusive ones are their own:', first[2] !== second[2], !first.slice(0, 2).includes(first[2]));
    for (const worker of Object.values(cluster.workers)) worker.kill();
  });
  cluster.on('exit', (worker, code, signal) => console.log(code, signal, worker.exitedAfterDisconnect));
  cluster.fork();
  cluster.fork();
} else {
  const listen = (options) => new Promise((resolve) => {
    const server = net.createServer().listen({ port: 0, host: '127.0.0.1', ...options }, () => resolve(server.address().port));
  });
  (async () => {
    const ports = [await listen(), await listen(), await listen({ exclusive: true })];
    process.send(ports);
  })();
}
