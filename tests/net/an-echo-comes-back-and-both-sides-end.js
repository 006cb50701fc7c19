'use strict';
const net = require('net');

// Each side's events in their order; how the two sides' turns interleave is not asked here.
const events = { server: [], client: [] };
const note = (side, ...what) => events[side].push(what.join(' '));

const server = net.createServer((socket) => {
  note('server', 'connection', server._connections, socket.readyState);
  socket.on('data', (bytes) => {
    note('server', 'data', Buffer.isBuffer(bytes), bytes);
    socket.write(bytes, () => note('server', 'written'));
    process.nextTick(() => note('server', 'tick of data'));
  });
  socket.on('end', () => note('server', 'end', socket.writable, socket.readable));
  socket.on('finish', () => note('server', 'finish'));
  socket.on('close', (hadError) => {
    note('server', 'close', hadError, socket.bytesRead, socket.bytesWritten);
    finishSide();
  });
});
server.on('close', () => console.log('server closed'));
server.on('listening', () => console.log('listening', server.listening));
server.listen(0, '127.0.0.1', () => {
  const client = net.connect({ port: server.address().port, host: '127.0.0.1' }, () => note('client', 'connected'));
  client.on('ready', () => note('client', 'ready', client.write('hello')));
  client.once('data', (bytes) => {
    note('client', 'data', bytes);
    note('client', 'end returns itself', client.end('bye') === client);
    client.on('data', (rest) => note('client', 'rest', rest));
  });
  client.on('end', () => note('client', 'end'));
  client.on('finish', () => note('client', 'finish'));
  client.on('close', (hadError) => {
    note('client', 'close', hadError, client.destroyed, client.bytesRead, client.bytesWritten);
    finishSide();
  });
});

let sides = 2;
function finishSide() {
  if (--sides > 0) return;
  console.log(events);
  server.close(() => console.log('close callback'));
}
