'use strict';
// The "hello world" server.

const http = require('node:http');

const server = http.createServer((req, res) => {
  res.setHeader('Content-Type', 'text/plain');
  res.end('hello world\n');
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
