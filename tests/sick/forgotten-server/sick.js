'use strict';
// A server for one answer, and nobody closes it.
const http = require('node:http');

const server = http.createServer((request, response) => response.end('hello'));
server.listen(0, '127.0.0.1', () => console.log('listening')); // <- unclosed-handle
