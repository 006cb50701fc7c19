'use strict';
const { subscribe } = require('diagnostics_channel');
const net = require('net');

for (const name of ['net.client.socket', 'net.server.socket']) {
  subscribe(name, (message) => console.log(name, Object.keys(message), message.socket instanceof net.Socket));
}
for (const moment of ['asyncStart', 'asyncEnd', 'error']) {
  subscribe(`tracing:net.server.listen:${moment}`, (message) =>
    console.log(moment, Object.keys(message), message.server instanceof net.Server, message.error?.code, message.options?.host));
}
const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1', () => {
  console.log('listening');
  const { port } = server.address();
  net.createServer().on('error', () => console.log('error')).listen(port, '127.0.0.1');
  net.connect(port, '127.0.0.1').resume().on('close', () => server.close());
});
