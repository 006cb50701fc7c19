'use strict';
// Binding, sending, connecting and closing, against ticks, promises and immediates.
const dgram = require('dgram');

const log = (...words) => console.log(...words);
const server = dgram.createSocket('udp4', (message, from) =>
  log('message', String(message), Object.keys(from).join(), from.address, from.family, from.size));
const client = dgram.createSocket('udp4');

server.bind(0, '127.0.0.1', () => {
  log('listening', server.address().address, server.address().family, typeof server.address().port);
  const { port } = server.address();
  process.nextTick(() => log('tick before the send'));
  log('send returns', client.send('first', port, (...results) => log('sent', results)));
  process.nextTick(() => log('tick after the send'));
  Promise.resolve().then(() => log('promise'));
  server.once('message', () => setImmediate(() => connect(port)));
});
process.nextTick(() => log('tick of the program'));
try {
  server.address();
} catch ({ message, code, syscall, errno }) {
  log(message, code, syscall, errno);
}

function connect(port) {
  log('connect returns', client.connect(port, () => {
    log('connected', client.remoteAddress().address, client.remoteAddress().port === port);
    process.nextTick(() => log('tick before'));
    client.send(['se', Buffer.from('co'), new Uint8Array([110, 100])], (...results) => {
      log('sent', results);
      setImmediate(close);
    });
    process.nextTick(() => log('tick after'));
  }));
}

function close() {
  client.disconnect();
  client.on('close', () => log('close'));
  process.nextTick(() => log('tick before close'));
  setImmediate(() => log('immediate'));
  log('close returns itself', client.close(() => log('close callback')) === client);
  process.nextTick(() => log('tick after close'));
  Promise.resolve().then(() => log('promise after close'));
  server.close();
}
