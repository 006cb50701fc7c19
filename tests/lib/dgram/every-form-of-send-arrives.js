'use strict';
const dgram = require('dgram');

const server = dgram.createSocket('udp4');
const client = dgram.createSocket('udp4');
const got = [];
const bytes = Buffer.from('0123456789');

server.bind(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const arrives = () => new Promise((resolve) => server.once('message', (message) => resolve(got.push(String(message)))));
  const send = async (...form) => {
    const arrived = arrives();
    client.send(...form);
    await arrived;
  };
  await send('text', port);
  await send('text and address', port, '127.0.0.1');
  await send('text and name', port, 'localhost');
  await send(bytes, 2, 3, port);
  await send(bytes, 2, 3, port, '127.0.0.1');
  await send(new DataView(bytes.buffer, bytes.byteOffset + 1, 4), port);
  await send(new Uint16Array([0x3131, 0x3232]), port);
  await send(['a', bytes, new Uint8Array(0), 'é'], port);
  await send([], port);
  await send('', port);
  await send('callback', port, () => got.push('called'));
  await new Promise((resolve) => client.connect(port, resolve));
  await send('connected');
  await send(bytes, 8, 2);
  await send(bytes, 0, 1, () => got.push('called'));
  await send(['a', 'b'], () => got.push('called'));
  await new Promise(setImmediate);
  const large = Buffer.alloc(60_000, 'x');
  server.once('message', (message, { size }) => {
    got.push(`${message.length} ${size} ${message.equals(large)}`);
    console.log(got);
    client.close();
    server.close();
  });
  client.send(large);
});
