'use strict';
// In rounds that fit into the system's buffer: more than one turn may take, more than one call brings.
const dgram = require('dgram');

const ROUNDS = 200;
const EACH = 50;
let expected = 0;
let wrong = 0;
const server = dgram.createSocket('udp4');
const client = dgram.createSocket('udp4');
server.on('message', (message) => {
  const length = 4 + (expected % 97);
  if (message.length !== length || message.readUInt32LE(0) !== expected) wrong++;
  expected++;
  if (expected % EACH === 0) round();
});

function round() {
  if (expected === ROUNDS * EACH) {
    console.log(expected, 'came,', wrong, 'wrong');
    server.close();
    client.close();
    return;
  }
  for (let number = expected; number < expected + EACH; number++) {
    const bytes = Buffer.alloc(4 + (number % 97));
    bytes.writeUInt32LE(number);
    client.send(bytes);
  }
}
server.bind(0, '127.0.0.1', () => client.connect(server.address().port, round));
