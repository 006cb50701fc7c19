'use strict';
const net = require('net');

function attempt(what, run) {
  try {
    run();
    console.log(what, 'ok');
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
}
attempt('connect()', () => net.connect());
attempt('connect({})', () => net.connect({}));
attempt('port 65536', () => net.connect(65536, '127.0.0.1'));
attempt('port -1', () => net.connect({ port: -1, host: '127.0.0.1' }));
attempt('port true', () => net.connect({ port: true, host: '127.0.0.1' }));
attempt('host 5', () => net.connect({ port: 1, host: 5 }));
attempt('listen 65536', () => net.createServer().listen(65536));
attempt('listen {}', () => net.createServer().listen({}));
attempt('listen false', () => net.createServer().listen({ port: false }));
attempt('createServer text', () => net.createServer('text'));
const socket = new net.Socket();
attempt('write null', () => socket.write(null));
attempt('write undefined', () => socket.write(undefined));
attempt('write 5', () => socket.write(5));
attempt('write {}', () => socket.write({}));
attempt('encoding', () => socket.write('x', 'klingon'));
console.log(socket.readyState, socket.pending, socket.connecting, socket.allowHalfOpen);
console.log(socket.remoteAddress, socket.localPort, socket.address(), socket.bytesRead);
console.log(net.createConnection.length >= 0, net.Stream === net.Socket);
