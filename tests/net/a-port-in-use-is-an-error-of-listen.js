'use strict';
const net = require('net');

const server = net.createServer();
server.listen(0, '127.0.0.1', 4, () => {
  const { port } = server.address();
  try {
    server.listen(0);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  const twin = net.createServer();
  twin.on('listening', () => console.log('listening: never'));
  twin.on('error', (error) => {
    console.log('error', error.message.replace(port, 'PORT'), Object.keys(error).join(' '));
    console.log(error.code, error.errno, error.syscall, error.address, error.port === port, twin.listening);
    twin.close((reason) => {
      console.log('close of what does not run', reason.name, reason.code, reason.message);
      server.close(() => anywhere());
    });
  });
  console.log(twin.listen(port, '127.0.0.1') === twin);
  process.nextTick(() => console.log('tick'));
});

function anywhere() {
  const free = net.createServer().listen(() => {
    console.log('listening anywhere');
    const { port } = free.address();
    const twin = net.createServer().on('error', (error) => {
      console.log('error', error.code, error.message.replace(port, 'PORT'));
      free.close();
    });
    twin.listen(port);
  });
  console.log('known at once', free.listening, free.address().port > 0);
}
