'use strict';
// A client that goes in the middle of a body, one that resets, one that ends its half; a server that does the same to a
// client. Each is an event on the message it happens to, nothing is left open, and the next request is served.

const http = require('http');
const net = require('net');

const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
const closed = (server) => new Promise((resolve) => server.close(resolve));

// Calls back a little after it was called so often: what follows a 'close' in the same turn has come by then.
const after = (count, done) => () => { if (--count === 0) setTimeout(done, 50); };

async function client(name, text, leave, options = {}) {
  console.log(name);
  const seen = [];
  let left = () => {};
  const server = http.createServer(options, (req, res) => {
    if (req.url === '/next') return res.end('served');
    req.on('data', (bytes) => {
      seen.push(`data ${bytes}`);
      setImmediate(() => left());
    });
    req.on('aborted', () => seen.push('request aborted'));
    req.on('error', (error) => seen.push(`request error ${error.code} ${error.message}`));
    req.on('end', () => { seen.push(`request end, complete ${req.complete}`); if (options.answers) res.end('answer'); });
    req.on('close', () => seen.push(`request close, complete ${req.complete}, aborted ${req.aborted}, destroyed ${req.destroyed}`));
    res.on('finish', () => seen.push('response finish'));
    res.on('close', () => seen.push(`response close, finished ${res.writableFinished}`));
    req.socket.on('close', (hadError) => seen.push(`socket close ${hadError}`));
  });
  server.on('clientError', (error, socket) => {
    seen.push(`clientError ${error.code}`);
    socket.destroy();
  });
  const port = await listening(server);
  await new Promise((resolve) => {
    const over = after(2, resolve);
    server.once('connection', (accepted) => accepted.on('close', over));
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('latin1').on('data', (more) => { answer += more; });
    socket.on('end', () => { seen.push(`the client got ${JSON.stringify(answer.split('\r\n')[0])}`); socket.destroy(); });
    socket.on('error', (error) => seen.push(`the client's error ${error.code}`));
    left = () => { left = () => {}; leave(socket); };
    socket.on('close', over);
    socket.write(text);
  });
  for (const line of seen.sort()) console.log(`  ${line}`);
  const next = await new Promise((resolve) => {
    http.get({ port, host: '127.0.0.1', path: '/next', agent: false }, (res) => res.setEncoding('utf8').on('data', resolve));
  });
  const connections = () => new Promise((resolve) => { server.getConnections((error, number) => resolve(number)); });
  while (await connections() > 0) await new Promise((resolve) => { setTimeout(resolve, 1); });
  console.log(`  next: ${next}, connections left: ${await connections()}`);
  await closed(server);
}

async function answer(name, text, leave) {
  console.log(name);
  // A reset takes what was not read yet along, so who has sent a part of a body waits until it was read.
  let left;
  const server = net.createServer((socket) => {
    left = () => setImmediate(leave, socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.write(text, () => { if (!text.includes('\r\n\r\n')) left(); }));
  });
  const port = await listening(server);
  const agent = new http.Agent({ keepAlive: true });
  await new Promise((resolve) => {
    const req = http.get({ port, host: '127.0.0.1', agent });
    req.on('error', (error) => console.log(`  request error ${error.code} ${error.message}`));
    const over = after(2, resolve);
    req.on('socket', (socket) => socket.on('close', over));
    req.on('close', () => { console.log(`  request close, destroyed ${req.destroyed}`); over(); });
    req.on('response', (res) => {
      res.on('data', (bytes) => { console.log(`  data ${bytes}`); left(); });
      res.on('aborted', () => console.log('  response aborted'));
      res.on('error', (error) => console.log(`  response error ${error.code} ${error.message}`));
      res.on('end', () => console.log(`  response end, complete ${res.complete}`));
      res.on('close', () => console.log(`  response close, complete ${res.complete}`));
    });
  });
  console.log(`  sockets kept: ${Object.keys(agent.freeSockets).length}, in use: ${Object.keys(agent.sockets).length}`);
  agent.destroy();
  await closed(server);
}

const post = 'POST / HTTP/1.1\r\nHost: a\r\n';
const ok = 'HTTP/1.1 200 OK\r\n';
(async () => {
  await client('a client is gone in the middle of a body', `${post}Content-Length: 9\r\n\r\nabc`, (socket) => socket.destroy());
  await client('a client is gone in the middle of a chunk', `${post}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`, (socket) => socket.destroy());
  await client('a client resets in the middle of a body', `${post}Content-Length: 9\r\n\r\nabc`, (socket) => socket.resetAndDestroy());
  await client('a client ends in the middle of a body', `${post}Content-Length: 9\r\n\r\nabc`, (socket) => socket.end());
  await client('a client ends in the middle of a chunk', `${post}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`, (socket) => socket.end());
  await client('a client ends its half, and is answered', `${post}Content-Length: 3\r\n\r\nabc`, (socket) => socket.end(), { answers: true });
  await client('a client ends its half before an answer', `${post}Content-Length: 3\r\n\r\nabc`, (socket) => socket.end());
  await answer('a server says nothing and ends', '', (socket) => socket.end());
  await answer('a server says nothing and resets', '', (socket) => socket.resetAndDestroy());
  await answer('a server ends in the middle of a head', `${ok}Content-Le`, (socket) => socket.end());
  await answer('a server ends in the middle of a body', `${ok}Content-Length: 9\r\n\r\nabc`, (socket) => socket.end());
  await answer('a server resets in the middle of a body', `${ok}Content-Length: 9\r\n\r\nabc`, (socket) => socket.resetAndDestroy());
  await answer('a server ends in the middle of a chunk', `${ok}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`, (socket) => socket.end());
  await answer('a server ends a body by its end', `${ok}\r\nabc`, (socket) => socket.end());
  await answer('a server resets a body that ends by its end', `${ok}\r\nabc`, (socket) => socket.resetAndDestroy());
  await answer('a server has answered, and ends', `${ok}Content-Length: 3\r\n\r\nabc`, (socket) => socket.end());
  await answer('a server has answered too much', `${ok}Content-Length: 3\r\n\r\nabcdef`, (socket) => socket.end());
})();
