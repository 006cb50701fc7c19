'use strict';
// soak/unsent_handles.js: connections are sent to a child that stands still and is killed. The first is on its way and closed with
// the channel; the others waited for it, so they are still the program's, and the callback of each says so. (On Node the first
// stays open for ever, and the callbacks never come.)

const cp = require('child_process');
const net = require('net');
const { conclude, held } = require('./flat.js');

const CONNECTIONS = 5;

if (process.argv[2] === 'child') {
  process.on('message', () => {});
  process.send('up');
} else {
  main();
}

async function main() {
  const before = held();
  const faults = [];
  const child = cp.fork(__filename, ['child']);
  const exited = new Promise((resolve) => { child.on('exit', resolve); });
  await new Promise((resolve) => { child.once('message', resolve); });
  const outcomes = [];
  const server = net.createServer({ pauseOnConnect: true }, (socket) => {
    child.send('yours', socket, (error) => {
      outcomes.push(error?.code);
      if (error === null) return;
      if (socket.destroyed) faults.push('a socket that was not sent is gone');
      socket.destroy();
    });
    if (++connections === CONNECTIONS) child.kill('SIGKILL');
  });
  let connections = 0;
  process.kill(child.pid, 'SIGSTOP');
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const clients = Array.from({ length: CONNECTIONS }, () => new Promise((resolve) => {
    net.connect(server.address().port, '127.0.0.1').on('error', () => {}).on('close', resolve).resume();
  }));
  await Promise.all([exited, ...clients]);
  await new Promise((resolve) => { server.close(resolve); });
  if (outcomes.join() !== ',ERR_IPC_CHANNEL_CLOSED,ERR_IPC_CHANNEL_CLOSED,ERR_IPC_CHANNEL_CLOSED,ERR_IPC_CHANNEL_CLOSED') {
    faults.push(`the callbacks said ${outcomes.join()}`);
  }
  await conclude(before, faults);
}
