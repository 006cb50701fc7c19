'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  if (process.argv[2] === 'none') cluster.schedulingPolicy = cluster.SCHED_NONE;
  const taken = net.createServer().listen(0, '127.0.0.1', () => {
    const worker = cluster.fork({ PORT: taken.address().port });
    worker.on('message', (message) => console.log(message));
    worker.on('exit', (code) => {
      console.log('exit', code);
      taken.close();
      if (process.argv[2] !== 'none') require('child_process').fork(__filename, ['none']);
    });
  });
} else {
  const port = Number(process.env.PORT);
  const server = net.createServer();
  server.on('error', (error) => {
    const { message, ...rest } = error;
    process.send([message.replace(port, 'PORT'), { ...rest, port: rest.port === port }, server.listening]);
    const other = require('dgram').createSocket('udp4');
    other.on('error', ({ code, syscall, address }) => {
      process.send([code, syscall, address]);
      cluster.worker.disconnect();
    });
    other.bind(9, '8.8.8.8');
  });
  server.listen(port, '127.0.0.1', () => process.send('must not listen'));
}
