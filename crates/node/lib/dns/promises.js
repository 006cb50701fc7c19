'use strict';
// node:dns/promises.

const { call1 } = require('core/safe/calls');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateString } = require('core/validate');
const { isIP } = require('net/address');
const { checkHostname, checkService, findAddresses, findService, getDefaultResultOrder, readOptions, setDefaultResultOrder } =
  require('dns/lookup');
const { QUERIES, ResolverBase, bindDefaultResolver, methodFor, query, reverse, setDefaultResolver } =
  require('dns/resolver');

// Invalid arguments throw; an invalid name rejects.
function lookup(hostname, options) {
  if (hostname) validateString(hostname, 'hostname');
  const settings = readOptions(options);
  return new __hexloop_promise__((resolve, reject) => {
    checkHostname(hostname);
    const family = isIP(hostname);
    if (family !== 0) {
      resolve(settings.all ? [{ address: hostname, family }] : { address: hostname, family });
      return;
    }
    findAddresses(hostname, settings, (error, addresses) => {
      if (error) reject(error);
      else resolve(settings.all ? addresses : { address: addresses[0].address, family: settings.family || addresses[0].family });
    });
  });
}

function lookupService(address, port) {
  if (arguments.length !== 2) throw new codes.ERR_MISSING_ARGS('address', 'port');
  port = checkService(address, port);
  return new __hexloop_promise__((resolve, reject) => {
    findService(address, port, (error, hostname, service) => (error ? reject(error) : resolve({ hostname, service })));
  });
}

const toCallback = (resolve, reject) => (error, result) => (error ? reject(error) : resolve(result));

class Resolver extends ResolverBase {
  constructor(...args) { super(...each(args)); }
}

for (const { 0: method, 1: syscall, 2: type } of each(QUERIES)) {
  Resolver.prototype[method] = {
    [syscall](name, options) {
      validateString(name, 'name');
      const ttl = Boolean(options?.ttl);
      return new __hexloop_promise__((resolve, reject) => query(this, name, { syscall, type, ttl }, toCallback(resolve, reject)));
    },
  }[syscall];
}

Resolver.prototype.reverse = {
  getHostByAddr(name, _options) {
    validateString(name, 'name');
    return new __hexloop_promise__((resolve, reject) => reverse(this, name, toCallback(resolve, reject)));
  },
}.getHostByAddr;

// The default resolver's methods are bound to the callback-based one, so use the methods of this class.
Resolver.prototype.resolve = function resolve(name, rrtype) {
  validateString(name, 'name');
  const method = rrtype === undefined ? 'resolve4' : methodFor(rrtype);
  return call1(Resolver.prototype[method], this, name);
};

// Only for this module; dns.setServers() affects both.
function defaultResolverSetServers(servers) {
  const resolver = new Resolver();
  resolver.setServers(servers);
  setDefaultResolver(resolver);
  bindDefaultResolver(module.exports, Resolver.prototype);
}

module.exports = {
  lookup, lookupService, Resolver, getDefaultResultOrder, setDefaultResultOrder, setServers: defaultResolverSetServers,
  ...require('dns/codes'),
};
bindDefaultResolver(module.exports, Resolver.prototype);
