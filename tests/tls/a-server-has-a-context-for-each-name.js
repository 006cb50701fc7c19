'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

const of = (name) => ({ key: key(`${name}.key`), cert: key(`${name}.pem`) });
function ask(server, servername) {
  return new Promise((resolve) => {
    const socket = tls.connect({ port: server.address().port, servername, rejectUnauthorized: false }, () => {
      console.log(servername, '->', socket.getPeerCertificate().subject.CN);
      socket.end();
    });
    socket.on('error', (error) => console.log(servername, '->', error.code, error.message));
    socket.on('close', resolve);
    socket.resume();
  });
}
async function all(title, server, names) {
  console.log(title);
  server.on('secureConnection', (socket) => {
    console.log('server:', socket.servername);
    socket.end();
  });
  server.on('tlsClientError', (error) => console.log('server:', error.code, error.message));
  await new Promise((resolve) => server.listen(0, resolve));
  for (const name of names) await ask(server, name);
  await new Promise((resolve) => server.close(resolve));
}
(async () => {
  const byName = tls.createServer(of('localhost'));
  byName.addContext('other.example', of('other.example'));
  byName.addContext('*.wild.example', tls.createSecureContext(of('deep.example')));
  await all('addContext', byName, ['localhost', 'other.example', 'x.wild.example', 'x.y.wild.example', undefined]);
  const byCallback = tls.createServer({ ...of('localhost'), SNICallback(name, callback) {
    console.log('SNICallback', name);
    if (name === 'later') setTimeout(() => callback(null, tls.createSecureContext(of('other.example'))), 5);
    else if (name === 'none') callback(null);
    else callback(new Error('no such name'));
  } });
  await all('SNICallback', byCallback, ['later', 'none', 'bad']);
  const changed = tls.createServer(of('localhost'));
  changed.setSecureContext(of('alone'));
  await all('setSecureContext', changed, ['localhost']);
})();
