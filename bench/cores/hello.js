'use strict';
// The same work as in hello-context.js, without a store.
const http = require('node:http');

const server = http.createServer((req, res) => {
  setImmediate(async () => {
    await null;
    res.setHeader('Content-Type', 'text/plain');
    res.end(`hello ${req.url}\n`);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
