'use strict';
const net = require('net');
const path = require('path');
const { once } = require('events');
const { eight } = require('./fixtures/eight.js');
const { scratch } = require('./fixtures/scratch.js');

const addresses = ['127.0.0.1', '::1', 'example.com', '10.0.0.256', '192.168.1.20', 'fe80::1%eth0', '', '2001:db8::ff00:42:8329'];
const large = Buffer.alloc(65536, 'x');
const blocked = new net.BlockList();
blocked.addSubnet('10.0.0.0', 8);
const ipv4 = eight((index) => `10.${index}.2.3`);

let server;
let socket;
let sockets;
let local;
let localSocket;
let port;

const connected = async (...where) => {
  const made = net.connect(...where);
  await once(made, 'connect');
  return made;
};

exports.open = async () => {
  const echo = (connection) => {
    connection.on('error', () => {});
    connection.pipe(connection);
  };
  server = net.createServer(echo).listen(0, '127.0.0.1');
  local = net.createServer(echo).listen(path.join(scratch(), 'socket'));
  await Promise.all([once(server, 'listening'), once(local, 'listening')]);
  port = server.address().port;
  socket = await connected(port, '127.0.0.1');
  localSocket = await connected(local.address());
  sockets = await Promise.all(Array.from({ length: 50 }, () => connected(port, '127.0.0.1')));
};

exports.close = () => {
  for (const one of [socket, localSocket, ...sockets]) one.destroy();
  server.close();
  local.close();
};

exports.calls = {
  isIP: (turn) => net.isIP(addresses[turn & 7]),
  isIPv4: (turn) => net.isIPv4(addresses[turn & 7]),
  isIPv6: (turn) => net.isIPv6(addresses[turn & 7]),
  'BlockList check': (turn) => blocked.check(ipv4[turn & 7]),
  'new SocketAddress': (turn) => new net.SocketAddress({ address: ipv4[turn & 7], port: 80 }),
  'new Socket and destroy': () => new net.Socket().destroy(),
  createServer: () => net.createServer(),
  'remoteAddress and remotePort': () => socket.remoteAddress + socket.remotePort,
  setNoDelay: (turn) => socket.setNoDelay((turn & 1) === 0),
  setTimeout: (turn) => socket.setTimeout(60000 + (turn & 7)),
};

const answer = (one, message) => new Promise((resolve) => {
  let left = message.length;
  one.on('data', function listener(data) {
    left -= data.length;
    if (left > 0) return;
    one.off('data', listener);
    resolve(data);
  });
  one.write(message);
});

exports.operations = {
  'text there and back': () => answer(socket, 'hello'),
  '64 KB there and back': () => answer(socket, large),
  '50 connections, text there and back': () => Promise.all(sockets.map((one) => answer(one, 'hello'))),
  'text over a Unix socket and back': () => answer(localSocket, 'hello'),
  'connect, text there and back, end': async () => {
    const made = await connected(port, '127.0.0.1');
    await answer(made, 'hello');
    made.end();
    return once(made, 'close');
  },
  'listen and close': async () => {
    const made = net.createServer().listen(0, '127.0.0.1');
    await once(made, 'listening');
    return new Promise((resolve) => made.close(resolve));
  },
};
