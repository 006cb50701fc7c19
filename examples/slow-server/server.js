// A server that hashes a password where it answers: see README.md for what `hexloop doctor` says about it.
'use strict';
const http = require('node:http');
const { pbkdf2Sync } = require('node:crypto');

http.createServer((request, response) => {
  const { searchParams } = new URL(request.url, 'http://localhost');
  const key = pbkdf2Sync(searchParams.get('password') ?? '', 'salt', 3_000_000, 32, 'sha256');
  response.end(`${key.toString('hex')}\n`);
}).listen(3000, '127.0.0.1', () => console.log('listening on 127.0.0.1:3000'));
