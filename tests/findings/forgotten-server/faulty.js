'use strict';
// A server for one answer, and nobody closes it.
const net = require('node:net');

const server = net.createServer((socket) => socket.end('hello'));
server.listen(0, '127.0.0.1', () => console.log('listening')); // <- unclosed-handle
