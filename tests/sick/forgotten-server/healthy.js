'use strict';
// Closed after its answer.
const http = require('node:http');

const server = http.createServer((request, response) => response.end('hello'));
server.listen(0, '127.0.0.1', () => {
  http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (response) => {
    response.resume().on('end', () => server.close(() => console.log('closed')));
  });
});
