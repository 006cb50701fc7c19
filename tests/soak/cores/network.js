'use strict';
// TLS and datagrams, on this thread and in workers that are ended meanwhile.

const dgram = require('dgram');
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { Worker } = require('worker_threads');
const { must, once, pause } = require('./common.js');

const keys = path.join(__dirname, '../../tls/keys');
const read = (name) => fs.readFileSync(path.join(keys, name));

// What is sent comes back whole, unless one side is cut off.
async function secured(random, count) {
  const server = tls.createServer({ key: read('localhost.key'), cert: read('localhost.pem') }, (socket) => {
    socket.on('error', () => {}).pipe(socket);
  });
  server.on('tlsClientError', () => {});
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const one = async () => {
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', servername: 'localhost', ca: read('root.pem') });
    const size = random.below(300_000);
    const isCut = random.oneIn(3);
    const after = random.below(20);
    let heard = 0;
    let error;
    socket.on('error', (thrown) => { error = thrown; }).on('data', (data) => { heard += data.length; });
    socket.end(Buffer.alloc(size, 't'));
    const over = once(socket, 'close');
    if (isCut) {
      count('cut');
      await pause(after);
      socket.destroy();
    }
    await over;
    must(isCut || (error === undefined && heard === size), `TLS gave ${heard} of ${size} bytes, ${error?.stack}`);
  };
  await Promise.all(Array.from({ length: 1 + random.below(3) }, one));
  await new Promise((resolve) => { server.close(resolve); });
}

const ECHO = `
  const socket = require('dgram').createSocket('udp4');
  socket.on('message', (data, { port, address }) => socket.send(data, port, address));
  socket.bind(0, '127.0.0.1', () => require('worker_threads').parentPort.postMessage(socket.address().port));`;

// A worker echoes datagrams, one at a time, and is ended.
async function datagrams(random) {
  const worker = new Worker(ECHO, { eval: true });
  const [port] = await once(worker, 'message');
  const socket = dgram.createSocket('udp4');
  for (let left = random.below(30); left > 0; left--) {
    const size = random.below(5000);
    const answer = once(socket, 'message');
    socket.send(Buffer.alloc(size, 'd'), port, '127.0.0.1');
    const [data] = await answer;
    must(data.length === size, `a datagram of ${size} came back with ${data.length}`);
  }
  for (let more = random.below(20); more > 0; more--) socket.send('unanswered', port, '127.0.0.1');
  await worker.terminate();
  await new Promise((resolve) => { socket.close(resolve); });
}

module.exports = { secured, datagrams };
