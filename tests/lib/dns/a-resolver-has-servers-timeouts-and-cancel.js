'use strict';
const dns = require('dns');
const dgram = require('dgram');
const { address, record, serve } = require('./server/name_server.js');

function attempt(name, work) {
  try {
    console.log(name, work());
  } catch ({ name: kind, code, message }) {
    console.log(name, kind, code, message);
  }
}

const resolver = new dns.Resolver();
for (const servers of [1, [1], 'x', ['x'], ['1.1.1.1:1a'], ['1.1.1.1:99999'], ['1.1.1.1:0'], undefined, [], null, {}, [''], ['[::1'], ['[1.1.1.1]:5'],
  ['127.0.0.1:'], ['[::1]:5', '::2', '[::3]', '1.2.3.4:53', '4.4.4.4:54', '[::1%lo]:3']]) {
  attempt(`setServers ${JSON.stringify(servers)}`, () => resolver.setServers(servers));
  console.log(JSON.stringify(servers), servers === undefined ? '' : resolver.getServers().length < 7);
}
console.log(resolver.getServers());
for (const options of [{ timeout: 'x' }, { timeout: -2 }, { timeout: 1.5 }, { timeout: 2 ** 31 }, { tries: 0 }, { tries: 'x' }, { maxTimeout: -1 },
  { maxTimeout: 'x' }, { maxTimeout: 2 ** 32 }, null, 1, { timeout: -1, tries: 1, maxTimeout: 0 }]) {
  attempt(`Resolver ${JSON.stringify(options)}`, () => new dns.Resolver(options));
}
for (const addresses of [[], [1], ['x'], ['127.0.0.1'], ['::1'], ['127.0.0.1', '::1'], ['::1', '127.0.0.1'], ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'], ['127.0.0.1', 1], ['127.0.0.1', 'x']]) {
  attempt(`setLocalAddress ${addresses}`, () => resolver.setLocalAddress(...addresses));
}
attempt('resolve', () => dns.resolve());
attempt('resolve of no type', () => dns.resolve('x', 1, () => {}));
attempt('resolve of an unknown type', () => dns.resolve('x', 'Q', () => {}));
attempt('resolve without a callback', () => dns.resolve('x', 'A'));
attempt('resolve4 of a number', () => dns.resolve4(1, () => {}));
attempt('resolve4 with options for a callback', () => dns.resolve4('x', {}));
attempt('reverse of a name', () => dns.reverse('x', () => {}));
attempt('promises.resolve of an unknown type', () => dns.promises.resolve('x', 'Q'));
attempt('promises.resolve4 of a number', () => dns.promises.resolve4(1));
console.log(resolver, new dns.promises.Resolver());

const silent = dgram.createSocket('udp4');
serve({ records: () => [record('A', 1, address('1.2.3.4'))] }, (port, close) => silent.bind(0, '127.0.0.1', async () => {
  const mute = `127.0.0.1:${silent.address().port}`;
  const second = new dns.promises.Resolver({ timeout: 100, tries: 1 });
  second.setServers([mute, `127.0.0.1:${port}`]);
  console.log('the second server answers', await second.resolve4('x.y'));

  const refused = new dns.promises.Resolver({ tries: 1 });
  const gone = dgram.createSocket('udp4');
  const { port: nobody } = gone.bindSync({ address: '127.0.0.1' });
  gone.close();
  refused.setServers([`127.0.0.1:${nobody}`]);
  console.log(await refused.resolve4('x.y').catch(({ message }) => message));
  refused.setServers([]);
  console.log(refused.getServers(), await refused.resolve4('x.y').catch(({ message }) => message));

  const cancelled = new dns.Resolver();
  cancelled.setServers([mute]);
  let reported = 0;
  const report = (error) => {
    console.log(error.message, error.code);
    if (++reported < 2) return;
    attempt('servers can be set again', () => cancelled.setServers(['127.0.0.1']));
    silent.close();
    close();
  };
  cancelled.resolve4('x.y', report);
  cancelled.reverse('192.0.2.1', report);
  attempt('servers cannot be set while a query is under way', () => cancelled.setServers(['1.1.1.1']));
  console.log('cancel', cancelled.cancel());
}));
