'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));
function attempt(name) {
  return new Promise((resolve) => {
    const server = tls.createServer({ key: key(`${name}.key`), cert: key(`${name}.chain.pem`) }, (socket) => socket.end());
    server.on('tlsClientError', () => {});
    server.listen(0, () => {
      const socket = tls.connect({ port: server.address().port, ca: key('root.pem'), servername: name });
      socket.on('secureConnect', () => console.log(name, socket.authorized));
      socket.on('error', (error) => console.log(name, error.code, error.message));
      socket.on('close', () => server.close(resolve));
      socket.resume();
    });
  });
}
(async () => {
  for (const name of ['a.good.example', 'a.bad.good.example', 'evil.example']) await attempt(name);
})();
