'use strict';
// util.promisify of a lookup gives both of its results, by name.

const dns = require('dns');
const { promisify } = require('util');

(async () => {
  console.log(await promisify(dns.lookup)('127.0.0.1'));
  console.log(await promisify(dns.lookup)('::1', { family: 6 }));
  console.log(await promisify(dns.lookup)('127.0.0.1', { all: true }));
  console.log(Object.keys(await promisify(dns.lookupService)('127.0.0.1', 80)));
})();
