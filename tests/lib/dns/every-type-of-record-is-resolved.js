'use strict';
const { Resolver, promises } = require('dns');
const { address, name, record, serve, text, types, u16, u32 } = require('./server/name_server.js');

const v6 = Buffer.from('20010db8000000000000000000000001', 'hex');
const mapped = Buffer.from('00000000000000000000ffff01020304', 'hex');
const zone = {
  A: [record('A', 100, address('1.2.3.4')), record('A', 200, address('1.2.3.5'))],
  AAAA: [record('AAAA', 100, v6), record('AAAA', 50, mapped)],
  MX: [record('MX', 9, Buffer.concat([u16(10), name('mail.example')])),
    record('MX', 9, Buffer.concat([u16(5), Buffer.from([0xc0, 12])]))],
  NS: [record('NS', 9, name('ns1.example')), record('NS', 9, name('ns2.example'))],
  PTR: [record('PTR', 9, name('p1.example')), record('PTR', 9, name('p2.example'))],
  TXT: [record('TXT', 9, Buffer.concat([text('a=b'), text(''), text('caf\xe9')])), record('TXT', 9, text('=second'))],
  SRV: [record('SRV', 9, Buffer.concat([u16(1, 2, 3), name('srv.example')]))],
  SOA: [record('SOA', 9, Buffer.concat([name('ns.example'), name('host.example'), u32(4000000000, 2, 3, 4, 5)]))],
  NAPTR: [record('NAPTR', 9, Buffer.concat([u16(1, 2), text('s'), text('SIP+D2U'), text('!x!'), name('n.example')]))],
  CAA: [record('CAA', 9, Buffer.concat([Buffer.from([128]), text('issue'), Buffer.from('ca.example')])),
    record('CAA', 9, Buffer.concat([Buffer.from([0]), text('iodef'), Buffer.from('mailto:x')]))],
  TLSA: [record('TLSA', 9, Buffer.from([3, 1, 2, 0xde, 0xad]))],
};
zone.ANY = Object.values(zone).flat().reverse();
const target = { owner: 'target.example' };
const alias = [record('CNAME', 30, name('target.example')), record('A', 100, address('9.9.9.9'), target),
  record('AAAA', 100, v6, target)];
zone.CNAME = alias;
const odd = {
  'backslash.odd': [record('CNAME', 1, name('we\\ird na@me."$();'))],
  'bytes.odd': [record('CNAME', 1, Buffer.from([4, 97, 46, 98, 0, 2, 200, 7, 0]))],
  'root.odd': [record('CNAME', 1, name(''))],
  'unknown.odd': [record(99, 1, Buffer.from('??'))],
  'chaos.odd': [record('A', 1, address('1.1.1.1'), { recordClass: 3 })],
  'only.a': zone.A,
  'alias.example': alias,
};

serve({
  records: (asked, type) => odd[asked] ?? zone[Object.keys(types).find((key) => types[key] === type)],
}, async (port, close) => {
  const resolver = new promises.Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  const show = async (method, ...args) => {
    try {
      console.log(method, args, await resolver[method](...args));
    } catch ({ message, code, errno, syscall, hostname }) {
      console.log(method, args, message, code, errno, syscall, hostname);
    }
  };
  for (const type of Object.keys(zone)) await show('resolve', 'some.example', type);
  await show('resolve', 'some.example');
  for (const method of ['resolve4', 'resolve6', 'resolveAny', 'resolveCaa', 'resolveCname', 'resolveMx', 'resolveNaptr',
    'resolveNs', 'resolvePtr', 'resolveSoa', 'resolveSrv', 'resolveTlsa', 'resolveTxt']) {
    await show(method, 'only.a');
  }
  for (const method of ['resolve4', 'resolve6']) {
    await show(method, 'some.example', { ttl: true });
    await show(method, 'alias.example', { ttl: true });
  }
  await show('resolveAny', 'alias.example');
  await show('resolveAny', 'unknown.odd');
  for (const asked of Object.keys(odd)) await show('resolveCname', asked);
  await show('resolve4', 'chaos.odd');
  await show('reverse', '192.0.2.1');
  await show('reverse', '2001:db8::8');
  const callbacks = new Resolver();
  callbacks.setServers(resolver.getServers());
  const request = callbacks.resolve4('some.example', (error, found) => {
    console.log('callback', error, found);
    callbacks.resolve('some.example', 'MX', (failure, exchanges) => {
      console.log('callback', failure, exchanges.length);
      close();
    });
  });
  console.log(request);
});
