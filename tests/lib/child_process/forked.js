'use strict';
// A forked child and its channel. The child is this very file.
const cp = require('child_process');
const { once } = require('events');
const net = require('net');
const { log } = console;

if (process.argv[2] === 'child') {
  process.on('message', (message, handle) => {
    if (message === 'leave') {
      process.disconnect();
    } else if (handle instanceof net.Socket) {
      handle.end(`from the child: ${message}`);
    } else if (handle instanceof net.Server) {
      handle.once('connection', (socket) => {
        socket.end('the child accepted it');
        handle.close();
      });
      process.send('listening');
    } else {
      process.send({ got: message, connected: process.connected, channel: typeof process.channel.fd, env: process.env.NODE_CHANNEL_FD });
    }
  });
  process.on('disconnect', () => process.exit(42));
  process.send('ready');
} else if (process.argv[2] === 'echo') {
  process.on('message', (message) => process.send(message));
} else if (process.argv[2] === 'dies') {
  process.send('last words', () => process.exit(3));
} else {
  main();
}

async function nextMessage(child) {
  const [message] = await once(child, 'message');
  return message;
}

async function messages() {
  const child = cp.fork(__filename, ['child']);
  const seen = [];
  for (const event of ['spawn', 'disconnect', 'exit', 'close']) child.on(event, (...args) => seen.push([event, ...args]));
  log(await nextMessage(child), child.connected, typeof child.send, child.stdout, child.stdio.length);
  for (const message of ['text', 5, true, null, { a: [1, { b: 'é\n日' }] }, 'x'.repeat(200000)]) {
    child.send(message, (error) => log('sent', error));
    const answer = await nextMessage(child);
    log(JSON.stringify(answer).slice(0, 120), JSON.stringify(answer).length);
  }
  for (const message of [undefined, () => {}, Symbol('s'), 5n]) {
    try {
      child.send(message);
    } catch (error) {
      log(error.name, error.code, error.message);
    }
  }
  try {
    child.send('x', {});
  } catch (error) {
    log(error.name, error.code, error.message);
  }
  child.send('leave');
  await once(child, 'close');
  log(JSON.stringify(seen), child.connected, child.channel);
  child.on('error', (error) => log('error', error.code, error.message));
  log(child.send('too late'));
  child.send('too late', (error) => log('called back', error.code));
  child.disconnect();
  await new Promise(setImmediate);
}

async function handles() {
  const child = cp.fork(__filename, ['child']);
  await once(child, 'message');
  const server = net.createServer((socket) => child.send('a socket', socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = net.connect(server.address().port, '127.0.0.1');
  let text = '';
  client.on('data', (chunk) => { text += chunk; });
  await once(client, 'close');
  log(text);
  server.close();
  const given = net.createServer().listen(0, '127.0.0.1');
  await once(given, 'listening');
  const { port } = given.address();
  child.send('a server', given);
  log(await nextMessage(child));
  given.close();
  await once(given, 'close');
  const second = net.connect(port, '127.0.0.1');
  text = '';
  second.on('data', (chunk) => { text += chunk; });
  await once(second, 'close');
  log(text);
  try {
    child.send('x', new (require('events'))());
  } catch (error) {
    log(error.name, error.code, error.message);
  }
  child.disconnect();
  log(await once(child, 'exit'));
}

// What JSON cannot say. Each comes back from the child as it was sent.
async function advanced() {
  const child = cp.fork(__filename, ['echo'], { serialization: 'advanced' });
  const cycle = { n: 1 };
  cycle.itself = cycle;
  for (const message of [
    { a: 1n, d: new Date(0), m: new Map([[1, new Set(['x'])]]), b: Buffer.from('hi'), f: new Float32Array([1.5]), u: undefined, r: /x/g },
    cycle, '日本', [1, , 3], new RangeError('words'), new Uint8Array(300000),
  ]) {
    child.send(message);
    const answer = await nextMessage(child);
    log(answer instanceof Error ? [answer.name, answer.message] : require('util').inspect(answer).slice(0, 300));
  }
  try {
    child.send({ f() {} });
  } catch (error) {
    log(error.name, error.message);
  }
  child.disconnect();
  log(await once(child, 'exit'));
}

async function main() {
  await advanced();
  await messages();
  await handles();
  const dying = cp.fork(__filename, ['dies']);
  log(await nextMessage(dying), await once(dying, 'exit'));
  const piped = cp.fork(__filename, ['child'], { silent: true });
  log(piped.stdout !== null, await nextMessage(piped));
  piped.kill('SIGKILL');
  log(await once(piped, 'close'));
}
