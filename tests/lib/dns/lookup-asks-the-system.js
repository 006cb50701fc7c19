'use strict';
const dns = require('dns');

function attempt(name, work) {
  try {
    console.log(name, work());
  } catch ({ name: kind, code, message }) {
    console.log(name, kind, code, message);
  }
}
const never = () => console.log('never');

for (const args of [[], ['x'], ['localhost', 1], [1, never], [null, never], ['', never], [false, never], ['localhost', 7, never], ['localhost', '4', never],
  ['localhost', true, never], ['localhost', { family: 'x' }, never], ['localhost', { hints: 1 }, never], ['localhost', { hints: '1' }, never],
  ['localhost', { all: 1 }, never], ['localhost', { verbatim: 1 }, never], ['localhost', { order: 'x' }, never], ['a\0b', never]]) {
  attempt(`lookup ${JSON.stringify(args)}`, () => dns.lookup(...args));
}
for (const args of [[], ['x', 80], ['x', 80, never], [1, 80, never], ['127.0.0.1', -1, never], ['127.0.0.1', 'a', never], ['127.0.0.1', null, never],
  ['127.0.0.1', 80, null]]) {
  attempt(`lookupService ${JSON.stringify(args)}`, () => dns.lookupService(...args));
}
for (const args of [[1], ['x', 1], ['localhost', { family: 7 }], ['localhost', { order: 'x' }]]) {
  attempt(`promises.lookup ${JSON.stringify(args)}`, () => dns.promises.lookup(...args));
}
attempt('promises.lookupService', () => dns.promises.lookupService('127.0.0.1'));
for (const order of [undefined, 'x', 'ipv4first', 'ipv6first', 'verbatim']) {
  attempt(`setDefaultResultOrder ${order}`, () => dns.setDefaultResultOrder(order));
  console.log(dns.getDefaultResultOrder(), dns.promises.getDefaultResultOrder());
}
console.log(dns.ADDRCONFIG, dns.ALL, dns.V4MAPPED, dns.NODATA, dns.EOF, dns.CANCELLED);

const lookup = (...args) => new Promise((resolve) => {
  const request = dns.lookup(...args, (...results) => {
    console.log(JSON.stringify(args), results);
    resolve();
  });
  console.log(request.constructor.name, Object.keys(request).join());
});

(async () => {
  await lookup('127.0.0.1');
  await lookup('::1', { all: true });
  await lookup('::1', 4);
  await lookup('localhost', 4);
  await lookup('localhost', { family: 'IPv4' });
  await lookup('localhost', { family: 4, all: true, order: 'ipv6first', hints: dns.ADDRCONFIG });
  await lookup('localhost', { family: 4, hints: null, all: null, verbatim: null, order: null });
  for (const name of ['nobody.invalid', 'ex ample', 'é.invalid']) {
    await new Promise((resolve) => dns.lookup(name, (error, ...rest) => {
      console.log(error.message, error.code, error.errno, error.syscall, error.hostname, rest);
      resolve();
    }));
  }
  console.log(await dns.promises.lookup('localhost', 4), await dns.promises.lookup('localhost', { family: 4, all: true }));
  console.log(await dns.promises.lookup('').catch(({ code, message }) => [code, message]));
  console.log(await dns.promises.lookup('nobody.invalid').catch((error) => [error.message, Object.keys(error)]));
  // What they are called is the machine's business.
  const { hostname, service } = await dns.promises.lookupService('127.0.0.1', 80);
  console.log(typeof hostname, typeof service);
  dns.lookupService('127.0.0.1', '80', (...results) => console.log(results.length, results[0], results[1] === hostname, results[2] === service));
  process.nextTick(() => console.log('tick'));
})();
