'use strict';
// A small answer that nobody reads is read ahead, and its connection serves the next request; a large one is not, beyond what
// buffers hold; and no listener stays on a signal whose fetches are over.

const { getEventListeners } = require('events');
const http = require('http');

const LARGE = 50_000_000;
let sent = 0;
let connections = 0;
const server = http.createServer((req, res) => {
  if (req.url !== '/large') {
    res.end('small');
    return;
  }
  const chunk = Buffer.alloc(65536);
  const write = () => {
    while (sent < LARGE) {
      sent += chunk.length;
      if (!res.write(chunk)) {
        res.once('drain', write);
        return;
      }
    }
    res.end();
  };
  write();
});
server.on('connection', () => { connections++; });
server.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const control = new AbortController();
  for (let i = 0; i < 5; i++) {
    await fetch(base, { signal: control.signal });
    await pause(30);
  }
  console.log('connections', connections, 'listeners', getEventListeners(control.signal, 'abort').length <= 5);
  const large = await fetch(`${base}/large`);
  await pause(300);
  console.log('all sent unread', sent >= LARGE);
  let length = 0;
  for await (const chunk of large.body) length += chunk.length;
  console.log('all read', length >= LARGE);
  server.closeAllConnections();
  server.close();
});
