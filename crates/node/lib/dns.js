'use strict';
// node:dns. lookup() asks the system's resolver on the thread pool (dns/lookup.js); resolve*() ask servers themselves:
//
//   resolver.js ──▶ channel.js            ──▶ conversation.js  ──▶ sockets of dgram and net
//   Resolver        tries, timeouts, rounds   one server           message.js: bytes; answers.js: results
//
// Of the latter nothing is parsed before it is used.

const { objectDefineProperty } = require('core/intrinsics');
const { ADDRCONFIG, ALL, V4MAPPED, getDefaultResultOrder, lookup, lookupService, setDefaultResultOrder } =
  require('dns/lookup');
const { Resolver, bindDefaultResolver, setDefaultResolver } = require('dns/resolver');

// For both modules.
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
// What util.promisify makes of their two results.
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
