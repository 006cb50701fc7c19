'use strict';
const net = require('net');

// A port that was free a moment ago: nobody listens there now.
const server = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  server.close(() => refuse(port));
});

function refuse(port) {
  const socket = net.connect(port, '127.0.0.1');
  console.log('connecting', socket.connecting, socket.pending, socket.readyState);
  socket.on('connectionAttempt', (address, _, family) => console.log('attempt', address, family));
  socket.on('connectionAttemptFailed', (address, _, family, error) => console.log('failed', address, family, error.code));
  socket.on('connect', () => console.log('connect: never'));
  socket.on('end', () => console.log('end: never'));
  socket.on('error', (error) => {
    console.log('error', error.message.replace(port, 'PORT'), error instanceof Error);
    const shown = Object.entries(error).map(([key, value]) => `${key}=${value === port ? 'PORT' : value}`);
    console.log(shown.join(' '));
    console.log('destroyed', socket.destroyed, 'connecting', socket.connecting, socket.readyState, socket.errored === error);
    process.nextTick(() => console.log('tick of error'));
    Promise.resolve().then(() => console.log('promise of error'));
    setImmediate(() => console.log('immediate of error: after poll, before close'));
  });
  socket.on('close', (hadError) => {
    console.log('close', hadError);
    setImmediate(() => console.log('immediate of close: the next turn'));
  });
}
