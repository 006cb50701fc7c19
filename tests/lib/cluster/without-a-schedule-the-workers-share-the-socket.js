'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const ports = new Set();
  let listening = 0;
  let answered = 0;
  cluster.on('listening', (worker, { port }) => {
    ports.add(port);
    if (++listening < 2) return;
    console.log('ports:', ports.size);
    for (let i = 0; i < 20; i++) {
      net.connect(port, '127.0.0.1').resume().on('close', (failed) => {
        if (!failed) answered++;
        if (answered === 20) cluster.disconnect(() => { gone = true; });
      });
    }
  });
  let total = 0;
  cluster.on('message', (worker, message) => { total += message.took; });
  // A worker's exit may be seen before the end of its channel, on Node too, so the order is not printed.
  const exits = [];
  let gone = false;
  cluster.on('exit', (worker, code, signal) => { exits.push([code, signal]); });
  process.on('exit', () => console.log('gone', gone, 'exits', exits, 'connections', total));
  cluster.fork();
  cluster.fork();
} else {
  const server = net.createServer((socket) => {
    process.send({ took: 1 });
    socket.end('hello');
  });
  server.listen(0, '127.0.0.1');
}
