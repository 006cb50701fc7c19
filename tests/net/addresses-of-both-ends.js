'use strict';
const net = require('net');

const server = net.createServer((socket) => {
  console.log('server', socket.localAddress, socket.localFamily, socket.remoteAddress, socket.remoteFamily);
  console.log(socket.localPort === server.address().port, socket.server === server);
  socket.end();
});
console.log(server.address(), server.listening);
server.listen({ port: 0, host: '127.0.0.1' }, () => {
  const { address, family, port } = server.address();
  console.log(address, family, typeof port);
  const client = net.createConnection(port, 'localhost');
  console.log(client.remoteAddress, client.localPort, client.address());
  client.on('lookup', (error, ip, type, host) => console.log('lookup', error, ip, type, host));
  client.on('connect', () => {
    console.log('client', client.remoteAddress, client.remotePort === port, client.remoteFamily);
    console.log(client.localAddress, client.address().port === client.localPort);
  });
  client.resume().on('close', () => {
    console.log('after close', client.remoteAddress, client.localAddress);
    server.close(() => console.log(server.address()));
  });
});

for (const text of ['127.0.0.1', '01.2.3.4', '256.1.1.1', '1.2.3', '', '::', '::1', '1::2::3', 'fe80::1%eth0', 'fe80::1%',
  '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8:9', 'localhost', ' ::1', '12345::', '::1.2.3.4.5', '::%lo']) {
  console.log(JSON.stringify(text), net.isIP(text), net.isIPv4(text), net.isIPv6(text));
}
console.log(net.isIP(), net.isIP(null), net.isIP(17), net.isIP({ toString: () => '::1' }));
