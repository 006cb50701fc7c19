'use strict';
// wrk loads a cluster while each of its workers is replaced, at least twice: no request is lost.
//
// Each request has its own connection. Where connections are kept, one that is idle for a moment is closed with its server,
// and a request that is on its way to it is lost, on Node as well.
const cluster = require('node:cluster');
const http = require('node:http');
const { once } = require('node:events');
const { spawn } = require('node:child_process');

const WORKERS = 2;

function serve() {
  http.createServer((request, response) => setImmediate(() => response.end('hello\n'))).listen(0, '127.0.0.1');
}

async function replaceAll() {
  for (const old of Object.values(cluster.workers)) {
    const fresh = cluster.fork();
    await once(fresh, 'listening');
    old.disconnect();
    await once(old, 'exit');
  }
}

async function load(port) {
  const wrk = spawn('wrk', ['-t', '1', '-c', '16', '-d', '4s', '-H', 'Connection: close', `http://127.0.0.1:${port}/`]);
  let text = '';
  wrk.stdout.on('data', (chunk) => (text += chunk));
  const ended = once(wrk, 'close');
  let isOver = false;
  ended.then(() => { isOver = true; });
  let restarts = 0;
  while (restarts < 2 || !isOver) {
    await replaceAll();
    restarts++;
  }
  const requests = Number(/(\d+) requests in/.exec(text)[1]);
  console.log('answered', requests > 50, /Socket errors.*|Non-2xx.*/.exec(text)?.[0] ?? 'none lost');
}

async function main() {
  if (cluster.isWorker) return serve();
  const first = cluster.fork();
  const [{ port }] = await once(first, 'listening');
  for (let i = 1; i < WORKERS; i++) await once(cluster.fork(), 'listening');
  await load(port);
  for (const worker of Object.values(cluster.workers)) worker.disconnect();
}

main();
