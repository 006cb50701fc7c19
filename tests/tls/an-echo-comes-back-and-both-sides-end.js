'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

const server = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem') }, (socket) => {
  console.log('server: secureConnection', socket.encrypted, socket.authorized, socket.servername, socket.alpnProtocol);
  socket.on('data', (data) => {
    console.log('server: data', data.toString());
    socket.write(`echo of ${data}`);
  });
  socket.on('end', () => console.log('server: end'));
  socket.on('close', (hadError) => console.log('server: close', hadError, socket.bytesRead, socket.bytesWritten));
});
server.on('close', () => console.log('server closed'));
server.listen(0, () => {
  const socket = tls.connect({ port: server.address().port, ca: key('root.pem'), servername: 'localhost' }, () => {
    console.log('client: callback', socket.authorized, socket.authorizationError, socket.encrypted);
    console.log('client:', socket.getProtocol(), socket.getCipher(), socket.isSessionReused(), socket.alpnProtocol, socket.servername);
    socket.write('hello');
  });
  for (const name of ['connect', 'ready', 'secureConnect', 'end', 'finish']) socket.on(name, () => console.log('client:', name));
  socket.on('data', (data) => {
    console.log('client: data', data.toString());
    socket.end();
  });
  socket.on('close', (hadError) => {
    console.log('client: close', hadError, socket.bytesRead, socket.bytesWritten);
    server.close();
  });
});
