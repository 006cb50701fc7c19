'use strict';
const net = require('net');

const blockList = new net.BlockList();
blockList.addAddress('127.0.0.1');
const reserved = new net.BoundSocket({ host: '127.0.0.1' });
const { port: localPort } = reserved.address();
reserved.close();
const show = (value) => `${value}`.replaceAll(`${localPort}`, 'PORT');

function attempt(cases) {
  const [next, ...rest] = cases;
  if (next === undefined) return;
  const socket = net.connect(next);
  socket.on('connectionAttempt', (...args) => console.log('attempt', ...args));
  socket.on('connectionAttemptFailed', (address, port, family, error) => console.log('failed', address, port, family, error.code));
  socket.on('error', (error) => console.log(show(error.message), error.code, error.errno, error.syscall, error.address, error.port,
    error.localAddress, show(error.localPort)));
  socket.on('close', (hadError) => {
    console.log('close', hadError, socket.readyState);
    attempt(rest);
  });
}
attempt([
  { port: 1, host: '127.0.0.1' },
  { port: 1, host: '127.0.0.1', localAddress: '127.0.0.1' },
  { port: 1, host: '127.0.0.1', localAddress: '127.0.0.1', localPort },
  { port: 1, host: '127.0.0.1', localPort },
  { port: 1, host: '127.0.0.1', localAddress: '9.9.9.9' },
  { port: 1, host: '127.0.0.1', localAddress: '::1' },
  { port: 1, host: '127.0.0.1', blockList },
  { port: 0, host: '127.0.0.1' },
  { path: `/tmp/${'x'.repeat(120)}` },
  { path: '/tmp' },
  { path: '/etc/passwd' },
  { path: '/nowhere/at/all' },
  { path: '\0nobody-listens-here' },
]);
