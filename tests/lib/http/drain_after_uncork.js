'use strict';
// A corked response that is full drains when it is uncorked, however fast the system takes it; its mark is that of the socket.
const http = require('http');
const { Duplex } = require('stream');
const { once } = require('events');

async function drains(mark) {
  const server = http.createServer(async (req, res) => {
    res.cork();
    console.log(mark, res.write('a'.repeat(10)), res.write('b'.repeat(100_000)), res.writableNeedDrain, res.writableHighWaterMark);
    const drained = once(res, 'drain');
    res.uncork();
    await drained;
    console.log('drained', res.writableNeedDrain);
    res.end();
  });
  if (mark !== undefined) server.on('connection', (socket) => { socket._writableState.highWaterMark = mark; });
  server.listen(0);
  await once(server, 'listening');
  const [response] = await once(http.get({ port: server.address().port }), 'response');
  let length = 0;
  for await (const chunk of response) length += chunk.length;
  console.log(length);
  server.close();
}

// end() after a write that failed reports that, although nothing is left to write.
async function fails() {
  const writeError = new Error('forced');
  const socket = new Duplex({ read() {}, write(chunk, encoding, callback) { callback(writeError); } });
  const server = http.createServer((req, res) => {
    res.on('finish', () => console.log('finish'));
    res.setHeader('Content-Length', '5');
    res.write('hello', (error) => console.log('write', error === writeError));
    setImmediate(() => res.end((error) => console.log('end', error === writeError, res.writableFinished)));
  });
  server.emit('connection', socket);
  socket.push('GET / HTTP/1.1\r\nHost: example.com\r\n\r\n');
}

drains().then(() => drains(1000)).then(fails);
