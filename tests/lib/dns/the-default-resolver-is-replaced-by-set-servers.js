'use strict';
const dns = require('dns');
const { address, record, serve } = require('./server/name_server.js');

console.log(dns.promises === require('dns/promises'), dns.promises === require('node:dns').promises);
serve({ records: () => [record('A', 1, address('1.2.3.4'))] }, async (port, close) => {
  const before = dns.resolve4;
  dns.setServers([`127.0.0.1:${port}`]);
  console.log(dns.getServers().length, dns.promises.getServers()[0] === dns.getServers()[0], dns.resolve4 === before);
  console.log(await dns.promises.resolve4('x.y'), await dns.promises.resolve('x.y', 'A'));
  dns.resolve('x.y', (error, found) => {
    console.log(error, found);
    dns.promises.setServers(['127.0.0.1']);
    console.log(dns.promises.getServers(), dns.getServers()[0] === `127.0.0.1:${port}`);
    close();
  });
});
