// TLS: a server and clients of https and tls, names, certificates that nobody trusts.
const say = (text) => console.log(text);
const fs = require('fs');
const path = require('path');
const https = require('https');
const tls = require('tls');
const key = (name) => fs.readFileSync(path.join(__dirname, '../parts/keys', name));
const server = https.createServer({ cert: key('localhost.pem'), key: key('localhost.key'), ALPNProtocols: ['http/1.1'] }, (request, response) => {
  let body = '';
  request.on('data', (chunk) => { body += chunk.latin1Slice(0, chunk.length); });
  request.on('end', () => {
    say(request.method + ' ' + request.url + ' ' + body + ' ' + request.socket.encrypted + ' ' + request.socket.servername);
    response.end('secret');
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const trusted = { host: '127.0.0.1', port, servername: 'localhost', ca: key('root.pem') };
  const request = https.request({ ...trusted, path: '/path', method: 'POST', agent: new https.Agent({ keepAlive: true, maxSockets: 1 }) }, (response) => {
    const { socket } = response;
    let text = '';
    response.on('data', (chunk) => { text += chunk.latin1Slice(0, chunk.length); });
    response.on('end', () => {
      say(response.statusCode + ' ' + text + ' ' + socket.getPeerCertificate().subject.CN + ' ' + socket.alpnProtocol);
      socket.destroy();
      raw();
    });
  });
  request.on('error', (error) => { say('request ' + error.code + ' ' + error.message); raw(); });
  request.end('body');
  function raw() {
    const socket = tls.connect({ ...trusted, ALPNProtocols: ['http/1.1'] }, () => {
      say(socket.authorized + ' ' + socket.getProtocol() + ' ' + socket.getCipher().name + ' ' + socket.alpnProtocol);
      socket.end('nonsense\r\n\r\n');
    });
    let text = '';
    socket.on('data', (chunk) => { text += chunk.latin1Slice(0, chunk.length); });
    socket.on('error', (error) => say('raw ' + error.code));
    socket.on('close', () => { say('raw closed ' + text.slice(0, 12)); untrusted(); });
  }
  function untrusted() {
    const socket = tls.connect({ host: '127.0.0.1', port, servername: 'localhost' });
    socket.on('error', (error) => say('untrusted ' + error.code));
    socket.on('close', () => {
      const other = tls.connect({ ...trusted, servername: 'other.example' });
      other.on('error', (error) => say('other ' + error.code + ' ' + error.message));
      other.on('close', () => server.close(() => say('closed')));
    });
  }
});
server.on('tlsClientError', (error) => say('client error ' + typeof error.code));
