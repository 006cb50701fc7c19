'use strict';
const net = require('net');

const SIZE = 24 * 1024 * 1024;
const bytes = Buffer.alloc(SIZE);
for (let i = 0; i < SIZE; i += 4) bytes.writeUInt32LE(Math.imul(i, 2654435761) >>> 0, i);

const server = net.createServer((socket) => {
  socket.pause();
  let received = 0;
  let matches = true;
  socket.on('data', (chunk) => {
    matches &&= chunk.equals(bytes.subarray(received % SIZE, received % SIZE + chunk.length));
    received += chunk.length;
  });
  socket.on('end', () => console.log('received', received === SIZE, matches, socket.bytesRead === SIZE));
  (function look() {
    if (socket.readableLength < 65536) return setTimeout(look, 5);
    console.log('received before resume', received, 'paused', socket.isPaused(), socket.readableFlowing);
    console.log('no more is taken', socket.readableLength <= 131072);
    socket.resume();
  })();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    console.log('write', client.write(bytes, () => console.log('written')));
    console.log('needs drain', client.writableNeedDrain, client.writableLength === SIZE);
    client.on('drain', () => {
      console.log('drain', client.writableLength);
      client.end();
    });
  });
  client.on('close', () => {
    console.log('sent', client.bytesWritten === SIZE);
    server.close();
  });
});
