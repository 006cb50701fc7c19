'use strict';
// What send() reports after the child has ended, and for messages that waited when the channel was closed.
const cp = require('child_process');
const fs = require('fs');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', () => {});
  process.send('up');
} else {
  main();
}

// All its threads are gone, and with them its end of the channel.
function killAndWait(child) {
  process.kill(child.pid, 'SIGKILL');
  const isGone = () => fs.readdirSync(`/proc/${child.pid}/task`).length === 1 && / Z /.test(fs.readFileSync(`/proc/${child.pid}/stat`, 'latin1'));
  while (!isGone());
}

// What happens around `body`, which runs in the poll phase.
async function scene(title, body) {
  const child = cp.fork(__filename, ['child']);
  const lines = [];
  const report = (line) => lines.push(line);
  child.on('error', ({ code, syscall }) => report(`error ${code} ${syscall}`));
  const exited = new Promise((resolve) => { child.on('exit', resolve); });
  await new Promise((resolve) => {
    child.once('message', () => {
      body(child, report);
      process.nextTick(report, 'tick');
      setImmediate(report, 'immediate');
      resolve();
    });
  });
  await exited;
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  console.log(`${title}: ${lines.join(', ')}`);
}

const callbackOf = (report, name) => (error) => report(`callback ${name} ${error === null ? null : error.code}`);

async function main() {
  const server = net.createServer();
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });

  await scene('a message', (child, report) => {
    killAndWait(child);
    report(child.send('one'));
  });
  await scene('a message with a callback', (child, report) => {
    killAndWait(child);
    report(child.send('one', callbackOf(report, 1)));
    child.on('disconnect', () => report('disconnect'));
  });
  await scene('a server', (child, report) => {
    killAndWait(child);
    report(child.send('one', server));
  });
  await scene('a server with a callback', (child, report) => {
    killAndWait(child);
    report(child.send('one', server, callbackOf(report, 1)));
  });
  await scene('a server that arrives', (child, report) => {
    report(child.send('one', server, callbackOf(report, 1)));
    setTimeout(() => child.kill(), 100);
  });
  await scene('what waits when the child ends', (child, report) => {
    process.kill(child.pid, 'SIGSTOP');
    report(child.send('x'.repeat(1e6), callbackOf(report, 1)));
    report(child.send('y'.repeat(1e6)));
    child.on('disconnect', () => report('disconnect'));
    setTimeout(killAndWait, 100, child);
  });
  await scene('what waits when the channel is closed', (child, report) => {
    process.kill(child.pid, 'SIGSTOP');
    report(child.send('x'.repeat(1e6), callbackOf(report, 1)));
    report(child.send('y'.repeat(1e6), callbackOf(report, 2)));
    child.on('disconnect', () => report('disconnect'));
    setTimeout(() => {
      child.disconnect();
      setImmediate(report, 'second immediate');
      setTimeout(() => child.kill('SIGKILL'), 100);
    }, 100);
  });
  server.close();
}
