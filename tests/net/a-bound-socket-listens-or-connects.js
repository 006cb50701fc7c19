'use strict';
const fs = require('fs');
const net = require('net');

const file = `/tmp/hexloop-bound-${process.pid}`;
const show = (text) => `${text}`.replaceAll(file, 'FILE').replace(/:\d{4,5}\b/, ':PORT');
function attempt(what, run) {
  try {
    const answer = run();
    console.log(what, typeof answer === 'string' ? show(answer) : answer);
  } catch (error) {
    console.log(what, error.name, error.code, show(error.message), error.syscall);
  }
}
const free = new net.BoundSocket({ host: '127.0.0.1' });
const { port, ...rest } = free.address();
console.log(rest, port > 0, free.fd() > 2, free.isPipe, free);
free.close();
for (const name of ['address', 'fd', 'close']) attempt(name, () => free[name]());
free[Symbol.dispose]();
attempt('default', () => new net.BoundSocket().address().address);
attempt('ipv6Only', () => new net.BoundSocket({ ipv6Only: true }).address().address);
for (const options of [
  5, null, { host: 'x' }, { host: 5 }, { port: 99999 }, { port: 'x' }, { path: 5 }, { path: file, port: 1 }, { ipv6Only: 5 }, { reusePort: 5 },
  { host: '1.1.1.1' }, { path: '/nowhere/at/all' },
]) attempt(JSON.stringify(options).replace(file, 'FILE'), () => new net.BoundSocket(options));

const named = new net.BoundSocket({ path: file });
attempt('a path', () => named.address());
attempt('twice', () => new net.BoundSocket({ path: file }));
named.close();
console.log(named.isPipe, fs.existsSync(file));

const reserved = new net.BoundSocket();
const server = net.createServer((socket) => socket.end()).listen(reserved, () => {
  console.log('listening', server.address().address);
  attempt('taken', () => reserved.address());
  attempt('in use', () => new net.BoundSocket({ port: server.address().port }));
  const from = new net.BoundSocket({ host: '127.0.0.1' });
  const local = from.address().port;
  const socket = new net.Socket({ handle: from });
  attempt('taken', () => from.fd());
  socket.connect(server.address().port, '127.0.0.1', () => console.log('from there', socket.localPort === local));
  socket.resume().on('close', () => server.close());
});
const onPath = net.createServer().listen(new net.BoundSocket({ path: file }), () => {
  console.log(show(onPath.address()));
  onPath.close(() => console.log(fs.existsSync(file)));
});
