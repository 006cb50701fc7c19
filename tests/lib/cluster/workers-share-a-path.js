'use strict';
const cluster = require('cluster');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

if (cluster.isPrimary) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cluster-'));
  cluster.setupPrimary({ cwd: folder });
  let listening = 0;
  cluster.on('listening', (worker, where) => {
    console.log(worker.state, { ...where, address: path.relative(folder, where.address) });
    if (++listening < 2) return;
    console.log((fs.statSync(path.join(folder, 'here')).mode & 0o666).toString(8));
    let text = '';
    let left = 4;
    for (let i = 0; i < 4; i++) {
      net.connect(path.join(folder, 'here')).setEncoding('utf8').on('data', (data) => { text += data; }).on('close', () => {
        if (--left > 0) return;
        console.log(text);
        cluster.disconnect();
      });
    }
  });
  cluster.on('message', (worker, message) => console.log(message));
  let exits = 0;
  cluster.on('exit', () => {
    if (++exits < 2) return;
    console.log('left behind:', fs.readdirSync(folder));
    fs.rmSync(folder, { recursive: true });
  });
  const first = cluster.fork();
  first.on('listening', () => cluster.fork());
} else {
  const server = net.createServer((socket) => socket.end('hello '));
  server.listen({ path: 'here', readableAll: true, writableAll: true }, () => process.send(server.address()));
}
