'use strict';
// What Node itself publishes on its channels: require(), import(), sockets, servers and workers.
const assert = require('assert');
const dc = require('diagnostics_channel');
const net = require('net');
const { Worker } = require('worker_threads');

const watch = (name, report) => {
  const listen = (moment) => (message) => console.log(name, moment, report(message));
  dc.tracingChannel(name).subscribe(Object.fromEntries(['start', 'end', 'asyncStart', 'asyncEnd', 'error'].map((moment) => [moment, listen(moment)])));
};
watch('module.require', ({ id, parentFilename, result, error }) => [id, parentFilename === __filename, typeof result, error?.code]);
watch('module.import', ({ url, parentURL, result, error }) => [url, parentURL === `file://${__filename}`, typeof result, error?.code]);
watch('net.server.listen', ({ server, error }) => [server instanceof net.Server, error?.code]);

require('querystring');
assert.throws(() => require('./not-there'));
for (const wrong of [{}, { start: '' }, 5, undefined]) {
  try {
    dc.tracingChannel(wrong);
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}

async function main() {
  await import('node:os');
  await import('./not-there.mjs').catch(() => {});
  dc.subscribe('net.client.socket', ({ socket }) => console.log('client', socket instanceof net.Socket, socket.connecting));
  const server = net.createServer((socket) => socket.end()).listen(0, async () => {
    const { port } = server.address();
    for (const connect of [() => net.connect(port), () => net.createConnection(port), () => new net.Socket().connect(port)]) {
      const socket = connect();
      socket.resume();
      await new Promise((resolve) => { socket.on('close', resolve); });
    }
    const second = net.createServer().on('error', ({ code }) => console.log('second', code));
    second.listen(port);
    console.log('tried');
    server.close(work);
  });
}

function work() {
  dc.subscribe('worker_threads', ({ worker }) => console.log('worker', worker instanceof Worker));
  new Worker('', { eval: true }).on('exit', (code) => console.log('exit', code));
}

main();
