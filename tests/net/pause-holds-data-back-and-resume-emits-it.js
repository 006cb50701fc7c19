'use strict';
const net = require('net');

const server = net.createServer((socket) => {
  socket.write('one');
  // One inside the other: on a busy machine two timers are due at once, and the writes arrive as one.
  setTimeout(() => {
    socket.write('two');
    setTimeout(() => socket.end('three'), 20);
  }, 20);
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  console.log(client.readableFlowing, client.isPaused());
  client.on('data', (bytes) => {
    console.log('data', bytes.toString());
    if (bytes.toString() !== 'one') return;
    client.pause();
    console.log('paused', client.isPaused(), client.readableFlowing);
    setTimeout(() => {
      console.log('held', client.readableLength, client.readableEnded);
      client.resume();
      console.log('resume() emits nothing yet');
      process.nextTick(() => console.log('tick after resume'));
    }, 120);
  });
  console.log(client.readableFlowing);
  client.on('pause', () => console.log('pause'));
  client.on('resume', () => console.log('resume'));
  client.on('end', () => console.log('end'));
  client.on('close', () => server.close());
});
