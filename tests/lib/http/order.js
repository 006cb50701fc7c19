'use strict';
// In which order a program hears of requests, bodies and responses, ticks and promise jobs among them.

const http = require('http');
const net = require('net');

// Feeds `raw` to a server with this handler; prints what is answered, but for the date.
function serve(title, raw, handler, options = {}) {
  return new Promise((resolve) => {
    console.log(`# ${title}`);
    let left = raw.split('Host:').length - 1;
    let socket;
    const server = http.createServer(options, (req, res) => {
      handler(req, res);
      res.on('close', () => { if (--left === 0) setTimeout(() => socket.end(), 20); });
    });
    server.listen(0, '127.0.0.1', () => {
      let answer = '';
      socket = net.connect(server.address().port, '127.0.0.1');
      socket.on('data', (chunk) => { answer += chunk; });
      socket.on('close', () => {
        console.log(JSON.stringify(answer.replace(/Date: [^\r]*\r\n/g, '')));
        server.close(resolve);
      });
      socket.write(raw);
    });
  });
}

function listen(req, res) {
  for (const name of ['end', 'close', 'error', 'aborted']) req.on(name, () => console.log('request', req.url, name));
  for (const name of ['prefinish', 'finish', 'close', 'drain']) res.on(name, () => console.log('response', req.url, name));
}

const get = (path, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

(async () => {
  await serve('two requests in one read', get('/1') + get('/2'), (req, res) => {
    console.log('handler', req.url, req.complete);
    listen(req, res);
    process.nextTick(() => console.log('tick', req.url));
    Promise.resolve().then(() => console.log('job', req.url));
    req.resume();
    res.end('x', () => console.log('end callback', req.url));
    console.log('handler is over', req.url);
  });
  await serve('a body with the head', 'POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc', (req, res) => {
    console.log('handler', req.complete);
    listen(req, res);
    process.nextTick(() => console.log('tick', req.complete));
    Promise.resolve().then(() => console.log('job', req.complete));
    req.on('data', (chunk) => console.log('data', String(chunk), req.complete));
    res.end('x', () => console.log('end callback'));
  });
  await serve('nobody reads the request', get('/1'), (req, res) => {
    listen(req, res);
    setImmediate(() => {
      res.write('a', () => console.log('written a'));
      res.write('b', () => console.log('written b'));
      res.end('c', () => console.log('end callback'));
      process.nextTick(() => console.log('tick'));
    });
  });
  await serve('the second answer is ready first', get('/1') + get('/2'), (req, res) => {
    listen(req, res);
    setTimeout(() => {
      console.log('answer', req.url);
      res.end(`answer to ${req.url}`);
    }, req.url === '/1' ? 20 : 1);
  });
  await serve('a request that says close', get('/1', 'Connection: close\r\n'), (req, res) => {
    listen(req, res);
    req.socket.on('close', () => console.log('socket close'));
    res.end('x');
  });
  await serve('destroyed by the handler', get('/1'), (req, res) => {
    listen(req, res);
    res.write('half');
    setImmediate(() => res.destroy());
  });
  await serve('optimizeEmptyRequests', get('/1'), (req, res) => {
    listen(req, res);
    console.log(req.readableEnded, req.destroyed, req.readable);
    res.end('x');
  }, { optimizeEmptyRequests: true });
})();
