'use strict';
// https and tls: server and client in one process, with the certificate of tests/tls.
const fs = require('fs');
const https = require('https');
const path = require('path');
const tls = require('tls');
const { once } = require('events');

const keys = path.join(__dirname, '..', '..', 'tests', 'tls', 'keys');
const key = fs.readFileSync(path.join(keys, 'localhost.key'));
const cert = fs.readFileSync(path.join(keys, 'localhost.pem'));
const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
const trusting = { host: '127.0.0.1', rejectUnauthorized: false };
let server;
let port;
let echo;
let socket;

exports.open = async () => {
  server = https.createServer({ key, cert }, (request, response) => response.end('hello')).listen(0, '127.0.0.1');
  echo = tls.createServer({ key, cert }, (connection) => connection.pipe(connection)).listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(echo, 'listening')]);
  port = server.address().port;
  socket = tls.connect({ ...trusting, port: echo.address().port });
  await once(socket, 'secureConnect');
};

exports.close = () => {
  agent.destroy();
  socket.destroy();
  server.close();
  server.closeAllConnections();
  echo.close();
};

const get = (options) => new Promise((resolve, reject) => {
  const request = https.get({ ...trusting, port, ...options }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode));
  });
  request.on('error', reject);
});

exports.calls = {
  createSecureContext: () => tls.createSecureContext({ key, cert }),
  getCiphers: () => tls.getCiphers(),
};

exports.operations = {
  'https.get': () => get({ agent }),
  'https.get, a connection each': () => get({ agent: false }),
  '50 https.get at once': () => Promise.all(Array.from({ length: 50 }, () => get({ agent }))),
  'text over tls and back': () => new Promise((resolve) => {
    socket.once('data', resolve);
    socket.write('hello');
  }),
};
