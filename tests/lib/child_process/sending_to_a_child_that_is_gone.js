'use strict';
// What send() tells of a child that has ended while nobody looked, and of messages that waited when the channel was closed.
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
async function told(title, body) {
  const child = cp.fork(__filename, ['child']);
  const lines = [];
  const tell = (line) => lines.push(line);
  child.on('error', ({ code, syscall }) => tell(`error ${code} ${syscall}`));
  const exited = new Promise((resolve) => { child.on('exit', resolve); });
  await new Promise((resolve) => {
    child.once('message', () => {
      body(child, tell);
      process.nextTick(tell, 'tick');
      setImmediate(tell, 'immediate');
      resolve();
    });
  });
  await exited;
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  console.log(`${title}: ${lines.join(', ')}`);
}

const callbackOf = (tell, name) => (error) => tell(`callback ${name} ${error === null ? null : error.code}`);

async function main() {
  const server = net.createServer();
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });

  await told('a message', (child, tell) => {
    killAndWait(child);
    tell(child.send('one'));
  });
  await told('a message with a callback', (child, tell) => {
    killAndWait(child);
    tell(child.send('one', callbackOf(tell, 1)));
    child.on('disconnect', () => tell('disconnect'));
  });
  await told('a server', (child, tell) => {
    killAndWait(child);
    tell(child.send('one', server));
  });
  await told('a server with a callback', (child, tell) => {
    killAndWait(child);
    tell(child.send('one', server, callbackOf(tell, 1)));
  });
  await told('a server that arrives', (child, tell) => {
    tell(child.send('one', server, callbackOf(tell, 1)));
    setTimeout(() => child.kill(), 100);
  });
  await told('what waits when the child ends', (child, tell) => {
    process.kill(child.pid, 'SIGSTOP');
    tell(child.send('x'.repeat(1e6), callbackOf(tell, 1)));
    tell(child.send('y'.repeat(1e6)));
    child.on('disconnect', () => tell('disconnect'));
    setTimeout(killAndWait, 100, child);
  });
  await told('what waits when the channel is closed', (child, tell) => {
    process.kill(child.pid, 'SIGSTOP');
    tell(child.send('x'.repeat(1e6), callbackOf(tell, 1)));
    tell(child.send('y'.repeat(1e6), callbackOf(tell, 2)));
    child.on('disconnect', () => tell('disconnect'));
    setTimeout(() => {
      child.disconnect();
      setImmediate(tell, 'second immediate');
      setTimeout(() => child.kill('SIGKILL'), 100);
    }, 100);
  });
  server.close();
}
