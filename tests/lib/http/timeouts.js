'use strict';
// What becomes of clients that take too long: half a head, half a body, nothing at all, nothing more.

const http = require('http');
const net = require('net');

function wait(title, options, raw, prepare = () => {}) {
  return new Promise((resolve) => {
    console.log(`# ${title}`);
    const server = http.createServer({ connectionsCheckingInterval: 50, ...options }, (req, res) => {
      console.log('handler');
      req.on('error', (error) => console.log('request', error.code));
      res.end('x');
    });
    prepare(server);
    server.listen(0, '127.0.0.1', () => {
      let answer = '';
      const socket = net.connect(server.address().port, '127.0.0.1');
      socket.on('data', (chunk) => { answer += chunk; }).on('error', () => {});
      socket.on('close', () => {
        console.log(JSON.stringify(answer.replace(/Date: [^\r]*\r\n/, '')));
        server.close(resolve);
      });
      socket.write(raw);
    });
  });
}

const short = { headersTimeout: 100, requestTimeout: 1000 };

(async () => {
  await wait('half a head', short, 'GET / HTTP/1.1\r\nHost');
  await wait('nothing', short, '');
  await wait('half a body', { headersTimeout: 100, requestTimeout: 200 },
             'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab');
  await wait('nothing more', { keepAliveTimeout: 50, keepAliveTimeoutBuffer: 10 }, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await wait('server.timeout', {}, 'GET / HTTP/1.1\r\nHo', (server) => { server.timeout = 50; });
  await wait('server.setTimeout', {}, 'GET / HTTP/1.1\r\nHo', (server) => server.setTimeout(50, (socket) => {
    console.log('callback');
    socket.destroy();
  }));
  await wait('clientError', short, 'GET / HTTP/1.1\r\nHost', (server) => server.on('clientError', (error, socket) => {
    if (!socket.writable) return;
    console.log(error.code, error.message);
    socket.end('HTTP/1.1 408 Too Late\r\n\r\n');
  }));
})();
