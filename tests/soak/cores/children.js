'use strict';
// Children with pipes, with a channel, with handles that are sent to them, killed at random moments.

const cp = require('child_process');
const net = require('net');
const { closed, exited, must, once, pause } = require('./common.js');

async function piped(random, count) {
  const child = cp.spawn('/bin/cat');
  const ended = closed(child);
  const size = random.below(200_000);
  let heard = 0;
  child.stdout.on('data', (chunk) => { heard += chunk.length; });
  child.stdin.on('error', () => {});
  child.stdin.end(Buffer.alloc(size, 'x'));
  const isKilled = random.oneIn(3);
  if (isKilled) {
    count('killed');
    await pause(random.below(5));
    child.kill('SIGKILL');
  }
  const end = await ended;
  must(end !== 0 || heard === size, `cat gave ${heard} of ${size} bytes`);
  must(isKilled || end === 0, `cat ended with ${end}`);
}

async function brief() {
  const { error, stdout } = await new Promise((resolve) => {
    cp.exec('echo out; echo err >&2; exit 3', (error, stdout) => resolve({ error, stdout }));
  });
  must(error.code === 3 && stdout === 'out\n', `a shell ended with ${error.code} and said ${stdout}`);
  await closed(cp.spawn('/no/such/program'));
}

// Not 'close': as in Node there is none when this side has disconnected.
async function forked(random, count) {
  const child = cp.fork(__filename, ['echo'], { serialization: random.pick(['json', 'advanced']), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = exited(child);
  const total = random.below(20);
  const got = [];
  child.on('message', ({ id }) => {
    if (got.push(id) === total && child.connected) child.disconnect();
  });
  const sent = Array.from({ length: total }, (_, id) => new Promise((resolve) => {
    child.send({ id, text: 'y'.repeat(random.below(random.oneIn(10) ? 400_000 : 2000)) }, resolve);
  }));
  const isKilled = total === 0 || random.oneIn(3);
  if (isKilled) {
    count('killed');
    await pause(random.below(60));
    child.kill('SIGKILL');
  }
  const end = await ended;
  await Promise.all(sent);
  must(isKilled || (end === 0 && got.length === total), `a fork ended with ${end} after ${got.length} of ${total} answers`);
  must(got.every((id, at) => id === at), `answers came in the order ${got}`);
}

// A connection that is sent to a child is answered there, or closed with it; Node leaves it open if the child dies before.
async function handed(random, count) {
  const child = cp.fork(__filename, ['serve'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = exited(child);
  const server = net.createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {});
    if (child.connected) child.send('yours', socket, (error) => { if (error) socket.destroy(); });
    else socket.destroy();
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address();
  const isKilled = random.oneIn(2);
  const clients = Array.from({ length: 1 + random.below(8) }, async () => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.on('error', () => {}).setEncoding('utf8').on('data', (data) => { text += data; });
    const forgotten = isKilled && process.versions.hexloop === undefined && setTimeout(() => socket.destroy(), 1000);
    await once(socket, 'close');
    clearTimeout(forgotten);
    must(text === 'served' || (isKilled && text === ''), `a connection that was handed over said ${JSON.stringify(text)}`);
  });
  if (isKilled) {
    count('killed');
    await pause(random.below(150));
    child.kill('SIGKILL');
  }
  await Promise.all(clients);
  server.close();
  if (child.connected) child.disconnect();
  const end = await ended;
  must(isKilled || end === 0, `the child ended with ${end}`);
}

if (process.argv[2] === 'echo' && require.main === module) {
  process.on('message', (message) => process.send(message));
} else if (process.argv[2] === 'serve' && require.main === module) {
  process.on('message', (message, socket) => {
    socket?.on('error', () => {});
    socket?.end('served');
    socket?.resume();
  });
}

module.exports = { piped, brief, forked, handed };
