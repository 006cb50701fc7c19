'use strict';
// Idle connections that were served once: they must not be closed while they are counted.

const http = require('node:http');

const server = http.createServer((req, res) => res.end('hello world\n'));
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', 4096, () => console.log(`port ${server.address().port}`));
