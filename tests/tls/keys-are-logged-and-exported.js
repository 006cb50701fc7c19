'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));
async function run(options) {
  const lines = { server: [], client: [] };
  const server = tls.createServer({ key: key('localhost.key'), cert: key('localhost.pem'), ...options }, (socket) => {
    const material = socket.exportKeyingMaterial(32, 'EXPORTER-test', Buffer.from('context'));
    socket.end(material);
  });
  server.on('keylog', (line, socket) => lines.server.push(`${line}`) && console.log('server:', Buffer.isBuffer(line), socket instanceof tls.TLSSocket));
  await new Promise((resolve) => server.listen(0, resolve));
  const socket = tls.connect({ port: server.address().port, ca: key('root.pem') });
  socket.on('keylog', (line) => lines.client.push(`${line}`));
  try {
    socket.exportKeyingMaterial(32, 'EXPORTER-test');
  } catch ({ code, message }) {
    console.log(code, message);
  }
  let mine;
  socket.on('secureConnect', () => { mine = socket.exportKeyingMaterial(32, 'EXPORTER-test', Buffer.from('context')); });
  socket.on('data', (theirs) => console.log('the same material:', mine.equals(theirs), mine.length));
  await new Promise((resolve) => socket.on('close', resolve));
  console.log(lines.client.map((line) => line.split(' ')[0]).sort());
  console.log('the same lines:', lines.client.sort().join() === lines.server.sort().join(), lines.client.every((line) => /^\w+ [0-9a-f]{64} [0-9a-f]+\n$/.test(line)));
  server.close();
}
(async () => {
  await run({});
  await run({ maxVersion: 'TLSv1.2' });
})();
