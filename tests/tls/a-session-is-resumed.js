'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

async function twice(options) {
  const server = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem'), ...options }, (socket) => {
    console.log('server:', socket.getProtocol(), socket.isSessionReused());
    socket.on('data', () => socket.end('x'));
  });
  await new Promise((resolve) => server.listen(0, resolve));
  const connect = (session) => new Promise((resolve) => {
    let last;
    const socket = tls.connect({ port: server.address().port, ca: key('root.pem'), session }, () => {
      console.log('client:', socket.isSessionReused(), socket.authorized);
      socket.write('x');
    });
    socket.on('session', (bytes) => { last = bytes; });
    socket.on('close', () => resolve(last));
    socket.resume();
  });
  const session = await connect();
  console.log('a session:', Buffer.isBuffer(session));
  await connect(session);
  await connect(Buffer.from('no session'));
  server.setTicketKeys(Buffer.alloc(48, 7));
  console.log('keys:', server.getTicketKeys().equals(Buffer.alloc(48, 7)));
  await connect(session);
  server.close();
}
(async () => {
  await twice({});
  await twice({ maxVersion: 'TLSv1.2' });
})();
