'use strict';
// Every request runs with a store, which is read after an immediate and an await.
const { AsyncLocalStorage } = require('node:async_hooks');
const http = require('node:http');

const request = new AsyncLocalStorage();
const server = http.createServer((req, res) => {
  request.run(req, () => {
    setImmediate(async () => {
      await null;
      res.setHeader('Content-Type', 'text/plain');
      res.end(`hello ${request.getStore().url}\n`);
    });
  });
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
