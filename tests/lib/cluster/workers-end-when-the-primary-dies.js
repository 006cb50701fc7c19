'use strict';
const cluster = require('cluster');
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === undefined) {
  const primary = fork(__filename, ['primary'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  // Whose end is seen first, the primary's or that of its channel, is up to the system.
  let said = '';
  primary.stdout.setEncoding('utf8').on('data', (text) => said += text);
  primary.on('message', () => primary.kill('SIGKILL'));
  primary.on('exit', (code, signal) => console.log('primary', code, signal));
  // The worker holds the pipe too.
  primary.on('close', () => console.log(`${said}all have ended`));
} else if (cluster.isPrimary) {
  cluster.on('listening', () => process.send('ready'));
  cluster.fork();
} else {
  net.createServer().listen(0, '127.0.0.1');
  setInterval(() => {}, 1000);
  cluster.worker.on('disconnect', () => console.log('worker disconnected', cluster.worker.exitedAfterDisconnect));
  process.on('exit', (code) => console.log('worker exits', code));
}
