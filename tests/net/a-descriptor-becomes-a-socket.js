'use strict';
const fs = require('fs');
const net = require('net');

function attempt(what, run) {
  try {
    console.log(what, run());
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
}
attempt('-1', () => new net.Socket({ fd: -1 }));
attempt('text', () => new net.Socket({ fd: 'x' }));
attempt('closed', () => new net.Socket({ fd: 999 }));
attempt('file', () => new net.Socket({ fd: fs.openSync(__filename) }));
attempt('objectMode', () => new net.Socket({ objectMode: true }));
attempt('writableObjectMode', () => new net.Socket({ writableObjectMode: true }));
attempt('signal', () => new net.Socket({ signal: 5 }));
attempt('blockList', () => new net.Socket({ blockList: 5 }));
attempt('typeOfService', () => new net.Socket({ typeOfService: 256 }));

const server = net.createServer((socket) => socket.end('over a descriptor')).listen(0, '127.0.0.1', () => {
  const first = net.connect(server.address().port, '127.0.0.1', () => {
    console.log(first._handle.fd > 2);
    first.setTypeOfService(0x10);
    console.log(first.getTypeOfService());
    first.setEncoding('utf8').on('data', (data) => console.log(data)).on('close', () => server.close());
  });
});
