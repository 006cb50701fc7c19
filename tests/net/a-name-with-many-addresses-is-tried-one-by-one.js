'use strict';
const net = require('net');

const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const hide = (value) => (value === port ? 'PORT' : value);
  const lookup = (addresses) => (host, options, callback) => {
    console.log('lookup', host, options);
    callback(null, addresses.map((address) => ({ address, family: net.isIP(address) })));
  };
  function attempt(what, options, next) {
    console.log(`-- ${what}`);
    const socket = net.connect({ port, ...options });
    for (const event of ['lookup', 'connectionAttempt', 'connectionAttemptFailed', 'connect', 'error', 'close']) {
      socket.on(event, (...args) => console.log(event, ...args.map(hide).map((arg) =>
        (arg instanceof Error ? `${arg.name} ${arg.code} ${arg.message.replaceAll(port, 'PORT')} ${arg.errors?.length}` : arg))));
    }
    socket.on('close', () => {
      console.log(socket.autoSelectFamilyAttemptedAddresses?.map((address) => address.replace(port, 'PORT')));
      next();
    });
    socket.resume();
  }
  attempt('the second answers', { host: 'a.example', lookup: lookup(['::1', '127.0.0.1']) }, () =>
    attempt('families take turns', { host: 'b.example', lookup: lookup(['127.0.0.2', '127.0.0.3', '::1', '127.0.0.1']) }, () =>
      attempt('nobody answers', { host: 'c.example', lookup: lookup(['::1', '127.0.0.9']) }, () =>
        attempt('only one', { host: 'd.example', lookup: lookup(['127.0.0.1']) }, () =>
          attempt('what is no address', { host: 'e.example', lookup: lookup(['nonsense']) }, () =>
            attempt('none', { host: 'f.example', lookup: (host, options, callback) => callback(new Error('no')) }, () =>
              server.close()))))));
});
