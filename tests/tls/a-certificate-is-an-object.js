'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));

const server = tls.createServer({ key: key('deep.example.key'), cert: key('deep.chain.pem') }, (socket) => socket.end());
server.listen(0, () => {
  const socket = tls.connect({ port: server.address().port, ca: key('root.pem'), servername: 'deep.example' }, () => {
    console.log(socket.getPeerCertificate());
    const whole = socket.getPeerCertificate(true);
    for (let one = whole; ; one = one.issuerCertificate) {
      console.log(one.subject.CN, one.ca, one.serialNumber, one.issuerCertificate === one);
      if (one.issuerCertificate === one) break;
    }
    console.log(socket.getCertificate());
    socket.end();
    server.close();
  });
  socket.resume();
});
const other = tls.createServer({ key: key('other.example.key'), cert: key('other.example.pem') }, (socket) => {
  console.log(socket.getCertificate());
  console.log(socket.getPeerCertificate());
  socket.end();
  other.close();
});
other.listen(0, () => tls.connect({ port: other.address().port, rejectUnauthorized: false }).resume());
