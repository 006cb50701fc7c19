'use strict';
const fs = require('fs');
const path = require('path');
const http = require('http');
const https = require('https');
const net = require('net');
const key = (name) => fs.readFileSync(path.join(__dirname, 'keys', name));
const listen = (server) => new Promise((resolve) => server.listen(0, () => resolve(server.address().port)));
(async () => {
  const server = https.createServer({ key: key('localhost.key'), cert: key('localhost.pem') }, (request, response) => response.end(`${request.url} for ${request.headers.host.replace(/\d+$/, 'PORT')}`));
  const port = await listen(server);
  const proxy = http.createServer();
  let refuses = false;
  proxy.on('connect', (request, socket) => {
    console.log('proxy:', request.method, request.url.replace(/\d+$/, 'PORT'), request.headers['proxy-authorization']);
    if (refuses) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const onward = net.connect(port, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  const proxyPort = await listen(proxy);
  const agent = new https.Agent({ ca: key('root.pem'), proxyEnv: { https_proxy: `http://user:pass@localhost:${proxyPort}`, no_proxy: '127.0.0.1' } });
  const ask = (host) => new Promise((resolve) => {
    https.get({ host, port, path: '/hello', agent }, (response) => {
      let text = '';
      response.on('data', (part) => { text += part; }).on('end', () => {
        console.log(response.statusCode, text);
        resolve();
      });
    }).on('error', (error) => {
      console.log(error.code);
      resolve();
    });
  });
  await ask('localhost');
  await ask('127.0.0.1');
  refuses = true;
  await ask('localhost');
  server.close();
  proxy.close();
  proxy.closeAllConnections();
})();
