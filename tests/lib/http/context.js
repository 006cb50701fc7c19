'use strict';
// Which async context a request's callbacks see, and what the diagnostics channels publish about it.

const http = require('http');
const net = require('net');
const { AsyncLocalStorage } = require('async_hooks');
const channels = require('diagnostics_channel');

const store = new AsyncLocalStorage();
for (const name of ['request.start', 'response.created', 'response.finish']) {
  channels.subscribe(`http.server.${name}`, (message) => console.log(name, message.request.url, Object.keys(message)));
}

function handle(req, res) {
  console.log('handler', req.url, store.getStore());
  store.run(req.url, () => {
    setTimeout(() => {
      console.log('timer', req.url, store.getStore());
      res.on('finish', () => console.log('finish', req.url, store.getStore()));
      res.end('x');
    }, 5);
    req.on('data', () => console.log('data', req.url, store.getStore()));
    req.on('end', () => console.log('end', req.url, store.getStore()));
  });
}

store.run('outer', () => {
  const server = http.createServer(handle).listen(0, '127.0.0.1', () => {
    const socket = net.connect(server.address().port, '127.0.0.1');
    let answers = 0;
    socket.on('data', () => {
      if (++answers === 1) {
        socket.write('POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc');
      } else {
        socket.end();
        server.close();
      }
    });
    socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n');
  });
});
