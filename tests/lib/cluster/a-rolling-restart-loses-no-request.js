'use strict';
// Clients without pause, while every worker is replaced twice: first the new one listens, then the old one disconnects.
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  let port;
  let isOver = false;
  let answered = 0;
  const lost = [];
  const ask = () => new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write('who?'));
    socket.setEncoding('latin1').on('data', (data) => { text += data; });
    socket.on('error', (error) => lost.push(error.code));
    socket.on('close', () => {
      if (text === 'hello') answered++;
      else lost.push(text);
      resolve();
    });
  });
  const client = async () => {
    while (!isOver) await ask();
  };
  const start = () => new Promise((resolve) => {
    const worker = cluster.fork();
    worker.on('listening', (address) => {
      ({ port } = address);
      resolve(worker);
    });
  });
  const ended = (worker) => new Promise((resolve) => { worker.on('exit', (code) => resolve(code)); });
  (async () => {
    let workers = [await start(), await start()];
    const clients = Array.from({ length: 6 }, client);
    const codes = [];
    for (let round = 0; round < 2; round++) {
      const next = [];
      for (const old of workers) {
        next.push(await start());
        old.disconnect();
        codes.push(await ended(old), old.exitedAfterDisconnect);
      }
      workers = next;
    }
    isOver = true;
    await Promise.all(clients);
    console.log('lost:', lost, 'some were answered:', answered > 50);
    console.log(codes);
    cluster.disconnect();
  })();
} else {
  net.createServer((socket) => socket.on('data', () => socket.end('hello'))).listen(0, '127.0.0.1');
}
