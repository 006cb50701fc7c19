'use strict';
// Hello world, served by two workers.
const cluster = require('node:cluster');
const http = require('node:http');

if (cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (worker, { port }) => {
    if (++listening === 2) console.log(`port ${port}`);
  });
  cluster.fork();
  cluster.fork();
} else {
  http.createServer((req, res) => {
    res.setHeader('Content-Type', 'text/plain');
    res.end('hello world\n');
  }).listen(0, '127.0.0.1');
}
