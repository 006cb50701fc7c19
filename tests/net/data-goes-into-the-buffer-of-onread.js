'use strict';
const net = require('net');

const mine = Buffer.alloc(4);
const pieces = [];
const server = net.createServer((socket) => socket.end('one two three')).listen(0, '127.0.0.1', () => {
  let isPaused = false;
  const socket = net.connect({
    port: server.address().port,
    host: '127.0.0.1',
    onread: {
      buffer: mine,
      callback(count, buffer) {
        pieces.push(buffer.toString('latin1', 0, count));
        if (buffer !== mine || count > 4 || isPaused) console.log('wrong');
        if (pieces.length !== 2) return true;
        isPaused = true;
        setImmediate(() => {
          isPaused = false;
          socket.resume();
        });
        return false;
      },
    },
  });
  socket.on('data', () => console.log('never')).on('end', () => console.log('end', pieces, socket.bytesRead));
  socket.on('close', () => server.close());
});
