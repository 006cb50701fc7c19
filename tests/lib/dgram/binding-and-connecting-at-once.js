'use strict';
// bindSync() and connectSync() are done when they return; their events come in a tick.
const dgram = require('dgram');

const server = dgram.createSocket('udp4', (message) => {
  console.log('message', String(message));
  server.close();
  client.close();
});
const client = dgram.createSocket('udp4');
for (const [name, socket] of Object.entries({ server, client })) {
  socket.on('listening', () => console.log(name, 'listening'));
  socket.on('connect', () => console.log(name, 'connect'));
}
const { address, family, port } = server.bindSync({ address: '127.0.0.1' });
console.log(address, family, port > 0, server.address().port === port);
console.log(client.connectSync(port));
console.log(client.address().address, client.remoteAddress().address);
process.nextTick(() => console.log('tick'));
client.send('at once');
try {
  client.connectSync(port);
} catch ({ code }) {
  console.log(code);
}
