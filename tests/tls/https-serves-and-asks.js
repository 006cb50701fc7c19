'use strict';
const fs = require('fs');
const path = require('path');
const https = require('https');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));
const server = https.createServer({ key: key('localhost.key'), cert: key('localhost.pem') }, (request, response) => {
  console.log('server:', request.method, request.url, request.socket.encrypted, request.socket.alpnProtocol, request.headers.host.replace(/:\d+/, ':PORT'));
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    response.setHeader('x-length', Buffer.concat(parts).length);
    response.end(`you said ${Buffer.concat(parts).toString().slice(0, 20)}`);
  });
});
const ask = (port, options, body) => new Promise((resolve) => {
  const request = https.request({ port, ca: key('root.pem'), ...options }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (part) => { text += part; });
    response.on('end', () => {
      console.log('client:', response.statusCode, response.headers['x-length'], text, request.reusedSocket, request.socket.authorized);
      resolve();
    });
  });
  request.on('error', (error) => {
    console.log('client:', error.code, error.message.split(';')[0]);
    resolve();
  });
  request.end(body);
});
server.listen(0, async () => {
  const { port } = server.address();
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  await ask(port, { path: '/get' });
  await ask(port, { path: '/post', method: 'POST', agent }, 'hello');
  await ask(port, { path: '/again', method: 'POST', agent }, 'x'.repeat(300000));
  await Promise.all([ask(port, { path: '/one', agent }), ask(port, { path: '/two', agent })]);
  agent.destroy();
  await ask(port, { ca: undefined });
  await ask(port, { servername: 'other.example' });
  await ask(port, { host: '127.0.0.1', path: '/address' });
  await ask(port, { ca: undefined, rejectUnauthorized: false, path: '/never-mind' });
  console.log(agent.getName({ host: 'h', port: 1, localAddress: 'l', family: 4, ca: '1', cert: '2', ciphers: '4', key: '5', rejectUnauthorized: false, servername: '8' }));
  console.log(new https.Agent().defaultPort, https.globalAgent.protocol, https.globalAgent.options.keepAlive);
  server.close(() => console.log('closed'));
});
