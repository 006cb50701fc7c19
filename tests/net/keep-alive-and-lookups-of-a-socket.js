'use strict';
// What setKeepAlive passes to the handle, and what is refused of a host and of a lookup.
const dgram = require('node:dgram');
const dns = require('node:dns');
const net = require('node:net');
const { once } = require('node:events');

async function main() {
  const server = net.createServer().listen(0);
  await once(server, 'listening');
  const socket = net.connect(server.address().port);
  await once(socket, 'connect');
  socket._handle.setKeepAlive = (...args) => {
    console.log(args);
    return 0;
  };
  socket.setKeepAlive(true, 5000).setKeepAlive(true, 5000, 10000, 9).setKeepAlive({ enable: true, initialDelay: 4000 });
  socket.setKeepAlive({ enable: true, initialDelay: 5000, interval: 2000, count: 3 }).setKeepAlive(false);
  socket.destroy();
  server.close();

  for (const host of ['a\0b', 5, {}]) {
    try {
      net.connect({ host, port: 1 });
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
  for (const family of [4, 6]) {
    const failing = net.connect({ host: 'example.com', port: 1, family, lookup: (name, options, done) => done(null, ['127.0.0.1'], family) });
    const [error] = await once(failing, 'error');
    console.log(error.code, error.message);
  }

  const { lookup } = dns;
  dns.lookup = (name, family, done) => {
    console.log('lookup', name, family);
    setImmediate(done, null, '127.0.0.1', 4);
  };
  const bind = async (type, address) => {
    const bound = dgram.createSocket(type).bind(0, address);
    await once(bound, 'listening');
    console.log(type, address, bound.address().address);
    bound.close();
  };
  await bind('udp4', '127.0.0.1');
  await bind('udp4', '::1');
  await bind('udp4', 'any-name');
  dns.lookup = lookup;
}

main();
