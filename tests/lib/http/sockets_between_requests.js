'use strict';
// What happens to sockets before, between and beside requests: idle ones of agents and servers, tunnels, upgrades with a body.
const http = require('http');
const net = require('net');
const { once } = require('events');

async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

const ended = async (request) => {
  const [response] = await once(request.end(), 'response');
  response.resume();
  await once(response, 'close');
};

async function agents() {
  let serverSocket;
  const server = http.createServer((req, res) => {
    serverSocket = req.socket;
    res.end();
  });
  const port = await listening(server);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  await ended(http.request({ port, host: '127.0.0.1', agent, highWaterMark: 100_000 }));
  await new Promise(setImmediate);
  const [[socket]] = Object.values(agent.freeSockets);
  agent.on('keylog', () => {});
  console.log('idle', socket.listenerCount('keylog'), socket.writableHighWaterMark);
  const next = http.request({ port, host: '127.0.0.1', agent, highWaterMark: 5000 });
  console.log('reused', next.reusedSocket, socket.writableHighWaterMark);
  await ended(next);
  await new Promise(setImmediate);
  serverSocket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  await once(socket, 'close');
  console.log('poisoned', socket.destroyed, agent.freeSockets);
  agent.destroy();
  server.close();
}

async function servers() {
  const silent = http.createServer();
  const port = await listening(silent);
  const client = net.connect(port, '127.0.0.1').resume();
  await once(silent, 'connection');
  silent.close();
  await once(client, 'close');
  console.log('closed before a request');

  const server = http.createServer((req, res) => {
    res.end();
    let text = '';
    req.socket.on('data', (chunk) => { text += chunk; });
    req.socket.on('end', () => console.log('taken over', text));
    server.close();
  });
  const second = net.connect(await listening(server), '127.0.0.1');
  second.write('PUT / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(second, 'data');
  second.end('hello');
  second.resume();
  await once(second, 'close');
}

async function tunnels() {
  const server = net.createServer((socket) => socket.once('data', (data) => {
    console.log(data.toString().split('\r\n').slice(0, 2));
    socket.end('HTTP/1.1 200 OK\r\n\r\n');
  }));
  const port = await listening(server);
  const request = http.request({ host: '127.0.0.1', port, method: 'CONNECT', path: 'target.example:443' }).end();
  const [, socket] = await once(request, 'connect');
  socket.destroy();
  server.close();
}

async function upgrades() {
  const server = http.createServer();
  server.on('upgrade', (req, stream, head) => {
    console.log('upgrade', req.complete, head.length, stream === req.socket);
    stream.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    let body = '';
    req.on('data', (chunk) => { body += chunk; });
    req.on('end', () => {
      let rest = '';
      stream.on('data', (chunk) => { rest += chunk; });
      stream.on('end', () => {
        console.log([body, rest]);
        stream.end();
      });
    });
  });
  const port = await listening(server);
  const client = net.connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: a\r\nUpgrade: b\r\nConnection: Upgrade\r\nTransfer-Encoding: chunked\r\n\r\n');
  await once(client, 'data');
  client.end('4\r\nbody\r\n0\r\n\r\nafter it');
  client.resume();
  await once(client, 'end');
  server.close();
}

async function messages() {
  const message = new http.OutgoingMessage();
  message.destroy(new Error('without a socket'));
  await once(message, 'close');
  console.log(message.closed, message.errored.message);
  const { _checkInvalidHeaderChar: check } = require('_http_common');
  console.log([check('\x01'), check('\x01', true), check('\0', true), check('\u0100', true)]);
}

agents().then(servers).then(tunnels).then(upgrades).then(messages);
