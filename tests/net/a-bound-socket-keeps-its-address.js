'use strict';
// A socket that adopted a net.BoundSocket: it connects at once, from where it was bound, and over the transport it was bound for.
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { once } = require('node:events');

const refused = (call) => {
  try {
    call();
    console.log('accepted');
  } catch (error) {
    console.log(error.code, error.message.replace(/port: \d+, /, 'port: PORT, '));
  }
};

async function overTcp() {
  const server = net.createServer((socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const bound = new net.BoundSocket({ host: '127.0.0.1', port: 0 });
  const from = bound.address().port;
  const client = new net.Socket({ handle: bound });
  refused(() => client.connect({ host: '127.0.0.1', port, localPort: 0 }));
  refused(() => client.connect({ host: '127.0.0.1', port, localAddress: '127.0.0.1' }));
  client.connect({ host: '127.0.0.1', port });
  console.log('at once', client.connecting, client.localAddress, client.localPort === from);
  await once(client, 'connect');
  console.log('connected', client.localAddress, client.localPort === from);
  client.destroy();
  server.close();

  const other = new net.Socket({ handle: new net.BoundSocket({ host: '127.0.0.1' }) });
  other.connect({ host: '::1', port: 1 });
  console.log('a wrong family is an event');
  const [error] = await once(other, 'error');
  console.log(error.syscall);
}

async function overPaths() {
  const at = (name) => path.join(os.tmpdir(), `hexloop-bound-${process.pid}-${name}`);
  const server = net.createServer((socket) => socket.end('hello'));
  server.listen(at('server'));
  await once(server, 'listening');
  const client = new net.Socket({ handle: new net.BoundSocket({ path: at('client') }) });
  refused(() => client.connect({ host: '127.0.0.1', port: 1 }));
  client.connect({ path: at('server') });
  console.log('at once', client.localAddress === at('client'), client.address().address === at('client'), client.localPort);
  client.resume();
  await once(client, 'close');
  client.connect({ path: at('server') });
  await once(client, 'connect');
  console.log('again', client.localAddress === at('client'));
  client.resume();
  await once(client, 'close');
  server.close();
}

overTcp().then(overPaths);
