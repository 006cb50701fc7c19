'use strict';
// node:dns. lookup() calls the system's resolver on the thread pool (dns/lookup.js); resolve*() query name servers:
//
//   resolver.js ──▶ channel.js             ──▶ name_server.js  ──▶ sockets of dgram and net
//   Resolver        retries and timeouts       one server          message.js: wire format; answers.js: results
//
// The latter files are loaded on first use.

const { objectDefineProperty } = require('core/intrinsics');
const { ADDRCONFIG, ALL, V4MAPPED, getDefaultResultOrder, lookup, lookupService, setDefaultResultOrder } =
  require('dns/lookup');
const { Resolver, bindDefaultResolver, setDefaultResolver } = require('dns/resolver');

// Applies to both modules.
function defaultResolverSetServers(servers) {
  const resolver = new Resolver();
  resolver.setServers(servers);
  setDefaultResolver(resolver);
  bindDefaultResolver(module.exports, Resolver.prototype);
  const promises = require('dns/promises');
  bindDefaultResolver(promises, promises.Resolver.prototype);
}

module.exports = {
  lookup, lookupService, Resolver, getDefaultResultOrder, setDefaultResultOrder, setServers: defaultResolverSetServers,
  ADDRCONFIG, ALL, V4MAPPED, ...require('dns/codes'),
};
// The names of their two results, for util.promisify.
const { kCustomArguments } = require('util/promisify');
objectDefineProperty(lookup, kCustomArguments, { __proto__: null, value: ['address', 'family'] });
objectDefineProperty(lookupService, kCustomArguments, { __proto__: null, value: ['hostname', 'service'] });

bindDefaultResolver(module.exports, Resolver.prototype);
objectDefineProperty(module.exports, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('dns/promises'); },
});
