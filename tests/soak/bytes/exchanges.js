'use strict';
// Every kind of exchange: (run, random) => a promise that is fulfilled when all of it has come.

const child_process = require('child_process');
const dgram = require('dgram');
const fs = require('fs');
const http = require('http');
const https = require('https');
const net = require('net');
const path = require('path');
const tls = require('tls');
const zlib = require('zlib');
const { duplexPair, pipeline: pipe } = require('stream');
const { Worker } = require('worker_threads');
const { Receiver, bytesOf, wrongAt } = require('./content.js');
const { converse, headerOf, serve } = require('./conversation.js');
const { clientTrust, secured, serverKeys, syncPair } = require('./pairs.js');
const requests = require('./requests.js');

const LARGEST = 200_000;
const listening = (server, ...where) => new Promise((resolve) => { server.listen(...where, () => resolve(server.address())); });

// What all exchanges share: servers, a worker, sockets for datagrams.
async function open(run) {
  const servers = {
    plain: net.createServer({ allowHalfOpen: true }, (socket) => serve(run, socket)),
    path: net.createServer({ allowHalfOpen: true }, (socket) => serve(run, socket)),
    tls: tls.createServer(serverKeys, (socket) => serve(run, socket)),
    http: requests.serverOf(run, false),
    https: requests.serverOf(run, true, serverKeys),
  };
  const ports = {};
  for (const name of ['plain', 'tls', 'http', 'https']) ports[name] = (await listening(servers[name], 0, '127.0.0.1')).port;
  const socketPath = path.join(run.folder, 'socket');
  await listening(servers.path, socketPath);
  const kept = { keepAlive: true, maxSockets: 3 };
  const agents = { http: new http.Agent(kept), https: new https.Agent(kept) };
  const datagrams = await openDatagrams(run);
  const worker = openWorker(run);
  return {
    servers, ports, socketPath, agents, datagrams, worker,
    async close() {
      agents.http.destroy();
      agents.https.destroy();
      datagrams.close();
      await worker.close();
      for (const server of Object.values(servers)) await new Promise((resolve) => { server.close(resolve); });
    },
  };
}

// ---- connections

async function overTcp(run, random, shared) {
  await converse(run, random, net.connect({ port: shared.ports.plain, host: '127.0.0.1', allowHalfOpen: true }), LARGEST, true);
}

async function overPath(run, random, shared) {
  await converse(run, random, net.connect({ path: shared.socketPath, allowHalfOpen: true }), LARGEST, true);
}

async function overTls(run, random, shared) {
  const options = { port: shared.ports.tls, host: '127.0.0.1', ...clientTrust };
  await converse(run, random, tls.connect(options), LARGEST);
}

async function overDuplex(run, random) {
  const [client, server] = secured(random.chance(2) ? syncPair() : duplexPair());
  serve(run, server);
  await converse(run, random, client, LARGEST / 4);
}

async function overTlsInTls(run, random, shared) {
  const [one, other] = random.chance(2) ? syncPair() : duplexPair();
  const raw = net.connect(shared.ports.tls, '127.0.0.1');
  raw.pipe(other).pipe(raw);
  await converse(run, random, tls.connect({ socket: one, ...clientTrust }), LARGEST / 4);
  raw.destroy();
}

// Into the program's own buffer, which it may reuse.
async function intoOwnBuffer(run, random, shared) {
  const id = run.newId();
  const down = random.length(LARGEST);
  const answer = new Receiver(run, id + 1, 'onread');
  const own = {
    buffer: random.chance(3) ? Buffer.alloc(1 + random.below(5000)) : () => Buffer.alloc(1 + random.below(70_000)),
    callback(count, buffer) {
      run.disturbance.maybe(random);
      answer.take(buffer.subarray(0, count));
      return true;
    },
  };
  await new Promise((resolve) => {
    const socket = net.connect({ port: shared.ports.plain, host: '127.0.0.1', allowHalfOpen: true, onread: own });
    socket.on('error', (error) => run.fault(`onread: ${error.stack}`));
    socket.on('end', () => answer.end(down));
    socket.on('close', resolve);
    socket.end(headerOf(id, 0, down));
  });
}

// ---- HTTP

const connected = (random, shared) => (random.chance(2)
  ? net.connect({ port: shared.ports.http, host: '127.0.0.1' })
  : tls.connect({ port: shared.ports.https, host: '127.0.0.1', ...clientTrust }));

const pipelined = (run, random, shared) => requests.pipeline(run, random, connected(random, shared));

const upgraded = (run, random, shared) => requests.upgrade(run, random, connected(random, shared));

function asked(run, random, shared) {
  const isSecure = random.chance(2);
  const agent = isSecure ? shared.agents.https : shared.agents.http;
  const options = { port: isSecure ? shared.ports.https : shared.ports.http, host: '127.0.0.1', agent, ...(isSecure ? clientTrust : {}) };
  return requests.ask(run, random, options);
}

// A server whose connections are JavaScript's own.
async function httpOverDuplex(run, random, shared) {
  const [one, other] = random.chance(2) ? syncPair() : duplexPair();
  if (random.chance(2)) {
    shared.servers.http.emit('connection', other);
    await requests.pipeline(run, random, one);
    return;
  }
  const [client, server] = secured([one, other]);
  shared.servers.http.emit('connection', server);
  await requests.pipeline(run, random, client);
}

// ---- datagrams: each says who sent it and which it is; one that is lost is sent again

async function openDatagrams(run) {
  const echo = dgram.createSocket('udp4');
  const own = dgram.createSocket('udp4');
  const waiting = new Map();
  const bind = (socket) => new Promise((resolve) => { socket.bind(0, '127.0.0.1', resolve); });
  await bind(echo);
  await bind(own);
  const { port } = echo.address();
  const check = (message, where) => {
    const id = message.readUInt32BE(0);
    const wrong = message.readUInt32BE(4) !== message.length ? 'its length is another' : wrongAt(id, 0, message.subarray(8));
    if (wrong !== undefined) run.fault(`a datagram, ${where}: ${wrong}`);
    run.checked += message.length;
    return id;
  };
  echo.on('message', (message, { port: from, size }) => {
    check(message, 'to the server');
    if (from !== own.address().port || size !== message.length) run.fault(`a datagram came from ${from}`);
    run.disturbance.maybe(run.datagramRandom);
    echo.send(message, from, '127.0.0.1');
  });
  own.on('message', (message) => {
    const id = check(message, 'back');
    run.disturbance.maybe(run.datagramRandom);
    waiting.get(id)?.();
    waiting.delete(id);
  });
  const send = (id, length) => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(id, 0);
    header.writeUInt32BE(length + 8, 4);
    own.send([header, bytesOf(id, 0, length)], port, '127.0.0.1');
  };
  let open = true;
  run.sendDatagram = (random) => { if (open) send(run.newId(), random.below(1200)); };
  return {
    echoed: (id, length) => new Promise((resolve) => {
      waiting.set(id, resolve);
      send(id, length);
    }),
    send,
    isWaiting: (id) => waiting.has(id),
    close() {
      open = false;
      own.close();
      echo.close();
    },
  };
}

async function byDatagrams(run, random, shared) {
  const { datagrams } = shared;
  await Promise.all(Array.from({ length: 1 + random.below(8) }, async () => {
    const id = run.newId();
    const length = random.length(20_000);
    const again = setInterval(() => { if (datagrams.isWaiting(id)) datagrams.send(id, length); }, 1000);
    await datagrams.echoed(id, length);
    clearInterval(again);
  }));
}

// ---- files, compression, threads, children

async function files(run, random) {
  const id = run.newId();
  const name = path.join(run.folder, `file-${id}`);
  const length = random.length(LARGEST);
  const handle = await fs.promises.open(name, 'w+');
  const writes = [];
  for (let offset = 0; offset < length;) {
    const count = Math.min(length - offset, 1 + random.length(50_000));
    writes.push(handle.write(bytesOf(id, offset, count), 0, count, offset));
    run.disturbance.maybe(random);
    offset += count;
  }
  await Promise.all(writes);
  const reads = [];
  for (let left = random.below(6); left > 0; left--) {
    const offset = random.below(length + 1);
    reads.push(handle.read(Buffer.allocUnsafe(1 + random.below(30_000)), 0, undefined, offset).then(({ bytesRead, buffer }) => {
      const wrong = wrongAt(id, offset, buffer.subarray(0, bytesRead));
      if (wrong !== undefined) run.fault(`a file: ${wrong}`);
    }));
    run.disturbance.maybe(random);
  }
  await Promise.all(reads);
  const [stats] = await Promise.all([handle.stat(), fs.promises.stat(run.folder)]);
  if (stats.size !== length) run.fault(`a file: its size is ${stats.size}, not ${length}`);
  await handle.close();
  const body = new Receiver(run, id, 'a stream of a file');
  for await (const chunk of fs.createReadStream(name, { highWaterMark: 1 + random.below(70_000) })) {
    body.take(chunk);
    run.disturbance.maybe(random);
  }
  body.end(length);
  await fs.promises.unlink(name);
}

async function compressed(run, random) {
  const id = run.newId();
  const length = random.length(LARGEST);
  const body = new Receiver(run, id, 'compression');
  const [pack, unpack] = random.of([
    [zlib.createGzip(), zlib.createGunzip()], [zlib.createDeflate(), zlib.createInflate()], [zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } }), zlib.createBrotliDecompress()],
  ]);
  unpack.on('data', (chunk) => {
    body.take(chunk);
    run.disturbance.maybe(random);
  });
  const done = new Promise((resolve) => {
    pipe(pack, unpack, (error) => {
      if (error) run.fault(`compression: ${error.stack}`);
      resolve();
    });
  });
  for (let offset = 0; offset < length;) {
    const count = Math.min(length - offset, 1 + random.length(30_000));
    pack.write(bytesOf(id, offset, count));
    run.disturbance.maybe(random);
    offset += count;
  }
  pack.end();
  await done;
  body.end(length);
}

function openWorker(run) {
  const worker = new Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.on('message', ({ id, bytes, moves }) => parentPort.postMessage({ id, bytes }, moves ? [bytes.buffer] : []));`, { eval: true });
  const waiting = new Map();
  worker.on('message', ({ id, bytes }) => {
    waiting.get(id)(bytes);
    waiting.delete(id);
  });
  worker.on('error', (error) => run.fault(`a worker: ${error.stack}`));
  return {
    echoed: (id, bytes, moves) => new Promise((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage({ id, bytes, moves }, moves ? [bytes.buffer] : []);
    }),
    close: () => worker.terminate(),
  };
}

async function byMessages(run, random, shared) {
  await Promise.all(Array.from({ length: 1 + random.below(5) }, async () => {
    const id = run.newId();
    const bytes = new Uint8Array(bytesOf(id, 0, 1 + random.length(50_000)));
    const { length } = bytes;
    const echoed = shared.worker.echoed(id, bytes, random.chance(2));
    run.disturbance.maybe(random);
    const back = await echoed;
    const body = new Receiver(run, id, 'a worker');
    body.take(Buffer.from(back.buffer, back.byteOffset, back.byteLength));
    body.end(length);
  }));
}

function throughChild(run, random) {
  const id = run.newId();
  const length = random.length(LARGEST);
  const body = new Receiver(run, id, 'a child');
  const child = child_process.spawn('cat', { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.on('data', (chunk) => {
    body.take(chunk);
    run.disturbance.maybe(random);
  });
  for (let offset = 0; offset < length;) {
    const count = Math.min(length - offset, 1 + random.length(50_000));
    child.stdin.write(bytesOf(id, offset, count));
    offset += count;
  }
  child.stdin.end();
  return new Promise((resolve) => {
    child.on('close', () => {
      body.end(length);
      resolve();
    });
  });
}

const KINDS = {
  overTcp, overPath, overTls, overDuplex, overTlsInTls, intoOwnBuffer, pipelined, upgraded, asked, httpOverDuplex, byDatagrams,
  files, compressed, byMessages, throughChild,
};
// How often each is chosen.
const CHOICE = [
  'overTcp', 'overPath', 'overTls', 'overDuplex', 'overDuplex', 'overTlsInTls', 'intoOwnBuffer', 'pipelined', 'pipelined', 'pipelined', 'pipelined',
  'upgraded', 'upgraded', 'asked', 'asked', 'asked', 'httpOverDuplex', 'httpOverDuplex', 'byDatagrams', 'files', 'compressed', 'byMessages',
];

module.exports = { CHOICE, KINDS, open };
