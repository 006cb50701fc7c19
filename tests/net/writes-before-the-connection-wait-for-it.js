'use strict';
const net = require('net');

const server = net.createServer((socket) => {
  let text = '';
  socket.on('data', (bytes) => { text += bytes; });
  socket.on('end', () => console.log('server:', text));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const client = net.connect(port, '127.0.0.1');
  console.log(client.write('one ', () => console.log('one written')), client.writableLength);
  console.log(client.write(new Uint8Array([0x74, 0x77, 0x6f, 0x20]), () => console.log('two written')));
  console.log(client.write('dGhyZWUg', 'base64', () => console.log('three written')));
  client.write('four');
  client.end(() => console.log('end callback'));
  client.on('connect', () => console.log('connect', client.writableLength));
  client.on('finish', () => console.log('finish'));
  client.resume();
  client.on('close', () => closedTooEarly(port));
});

function closedTooEarly(port) {
  const client = net.connect(port, '127.0.0.1');
  client.write('never sent', (error) => console.log('first', error.code));
  client.write('nor this', (error) => console.log('second', error.code));
  client.on('error', (error) => console.log('error', error.code));
  client.on('close', (hadError) => {
    console.log('close', hadError);
    server.close();
  });
  client.destroy();
}
