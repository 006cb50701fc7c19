'use strict';
// dns.Resolver and its servers. Callbacks and promises use the same queries; they differ in how they return the result.

const {
  arrayFilter, arrayFind, arrayJoin, arrayMap, arrayReverse, arraySort, bigintProtoToString, functionBind, objectAssign,
  regexpExec, regexpTest, stringPadStart, stringSplit, stringToLowerCase,
} = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { codes, codedError } = require('core/errors');
const { dnsException, errnoException } = require('core/system_errors');
const { validateArray, validateFunction, validateInt32, validatePort, validateString, validateUint32 } =
  require('core/validate');
const { isIP } = require('net/address');
const { ChannelWrap } = require('dns/channel');
const { CANCELLED, NOTFOUND } = require('dns/codes');

const DNS_PORT = 53;
const UV_EINVAL = -22;
const kHandle = '_handle';

// Method, Node's name of the operation, record type; in Node's order.
const QUERIES = [
  ['resolveAny', 'queryAny', 'ANY'], ['resolve4', 'queryA', 'A'], ['resolve6', 'queryAaaa', 'AAAA'],
  ['resolveCaa', 'queryCaa', 'CAA'], ['resolveCname', 'queryCname', 'CNAME'], ['resolveMx', 'queryMx', 'MX'],
  ['resolveNs', 'queryNs', 'NS'], ['resolveTlsa', 'queryTlsa', 'TLSA'], ['resolveTxt', 'queryTxt', 'TXT'],
  ['resolveSrv', 'querySrv', 'SRV'], ['resolvePtr', 'queryPtr', 'PTR'], ['resolveNaptr', 'queryNaptr', 'NAPTR'],
  ['resolveSoa', 'querySoa', 'SOA'],
];

class ResolverBase {
  constructor(options = undefined) {
    const { timeout = -1, tries = 4, maxTimeout = 0 } = { ...options };
    validateInt32(timeout, 'options.timeout', -1);
    validateInt32(tries, 'options.tries', 1);
    validateUint32(maxTimeout, 'options.maxTimeout');
    this[kHandle] = new ChannelWrap(timeout, tries, maxTimeout);
  }

  cancel() { this[kHandle].cancel(); }

  getServers() { return arrayMap((this[kHandle].getServers() ?? []), serverText); }

  setServers(servers) {
    validateArray(servers, 'servers');
    const parsed = arrayMap(servers, (server, index) => {
      validateString(server, `servers[${index}]`);
      return parseServer(server);
    });
    if (this[kHandle].isBusy) {
      throw new codes.ERR_DNS_SET_SERVERS_FAILED('There are pending queries.', require('util').inspect(servers));
    }
    this[kHandle].servers = parsed;
  }

  setLocalAddress(ipv4, ipv6) {
    validateString(ipv4, 'ipv4');
    if (ipv6 !== undefined) validateString(ipv6, 'ipv6');
    const families = arrayMap(arrayFilter([ipv4, ipv6], (address) => address !== undefined), (address) => {
      const family = isIP(address);
      if (family === 0) throw codedError('ERR_INVALID_ARG_VALUE', TypeError, 'Invalid IP address.');
      return family;
    });
    if (families[0] === families[1]) {
      throw codedError('ERR_INVALID_ARG_VALUE', TypeError, `Cannot specify two IPv${families[0]} addresses.`);
    }
    this[kHandle].setLocalAddress(families[0], ipv4);
    // The other family uses the unspecified address, unless it is given, too.
    const other = families[0] === 4 ? 6 : 4;
    this[kHandle].setLocalAddress(other, ipv6 ?? (other === 4 ? '0.0.0.0' : '::'));
  }
}

function serverText({ 0: address, 1: port }) {
  if (port === DNS_PORT) return address;
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

// An address alone, `1.2.3.4:5`, `[::1]`, `[::1]:5`. The zone of an address is dropped.
function parseServer(server) {
  if (isIP(server) !== 0) return { address: withoutZone(server), port: DNS_PORT };
  const { 1: bracketed, 2: unbracketed, 3: port } = regexpExec(/^(?:\[([^[\]]*)\]|([^:]*))(?::(\d+))?$/, server) ?? [];
  const address = bracketed ?? unbracketed ?? '';
  if (isIP(address) === 0) throw new codes.ERR_INVALID_IP_ADDRESS(server);
  return { address: withoutZone(address), port: port === undefined ? DNS_PORT : validatePort(Number(port)) || DNS_PORT };
}

const withoutZone = (address) => stringSplit(address, '%')[0];

// done(error), or done(null, result)
function query(resolver, name, { syscall, type, ttl = false }, done) {
  if (require.has('perf_hooks/observer')) {
    done = require('dns/lookup').withPerformanceEntry(syscall, done, (result) => ({ host: name, ttl, result }));
  }
  // Truncated at NUL, as a C string.
  const text = stringSplit(name, '\0')[0];
  const queryName = (regexpTest(/[^\0-\x7f]/, text) && require('url').domainToASCII(text)) || stringToLowerCase(text);
  resolver[kHandle].query(queryName, type, (code, message) => {
    let failure = code;
    let result;
    if (failure === null) {
      try {
        result = require('dns/answers')[type](message, ttl);
      } catch (thrown) {
        if (typeof thrown !== 'string') throw thrown;
        failure = thrown;
      }
    }
    if (failure === null) done(null, result);
    else done(dnsException(failure, syscall, name));
  });
}

// The names of an address: from /etc/hosts, or from a server.
function reverse(resolver, address, done) {
  const family = isIP(address);
  if (family === 0) {
    const error = errnoException(UV_EINVAL, 'getHostByAddr', address);
    error.hostname = address;
    throw error;
  }
  const names = require('dns/system_files').namesOf(address);
  if (names.length > 0) {
    // The first one is the canonical name; the others are its aliases.
    require('timers').setImmediate(() => done(null, sliceOf(names, 1)));
    return;
  }
  resolver[kHandle].query(reverseName(address, family), 'PTR', (code, message) => {
    const names = code === null ? arrayMap(arrayFilter(message.records, ({ type }) => type === 'PTR'), ({ data }) => data.value) : [];
    // Any failure means that no name was found.
    if (names.length > 0) done(null, names);
    else done(dnsException(code === CANCELLED ? code : NOTFOUND, 'getHostByAddr', address));
  });
}

function reverseName(address, family) {
  if (family === 4) return `${arrayJoin(arrayReverse(stringSplit(address, '.')), '.')}.in-addr.arpa`;
  const number = require('net/block_list').toBigInt(address);
  return `${arrayJoin(arrayReverse([...each(stringPadStart(bigintProtoToString(number, 16), 32, '0'))]), '.')}.ip6.arpa`;
}

// ---- callbacks

class QueryReqWrap {}

// The `oncomplete` of Node's request objects; the channel reports the result.
function onresolve() {}

function completionCallback(request) {
  const { callback } = request;
  const complete = (error, result) => (error ? callback(error) : callback(null, result));
  return __hexloop_resources__ === undefined ? complete : __hexloop_resources__.wrapOnce(request, 'QUERYWRAP', complete);
}

class Resolver extends ResolverBase {
  constructor(...args) { super(...each(args)); }
}

for (const { 0: method, 1: syscall, 2: type } of each(QUERIES)) {
  Resolver.prototype[method] = {
    [syscall](name, options) {
      const callback = arguments.length > 2 ? arguments[2] : options;
      validateString(name, 'name');
      validateFunction(callback, 'callback');
      const ttl = callback !== options && Boolean(options?.ttl);
      const request = objectAssign(new QueryReqWrap(), {
        bindingName: syscall, callback, hostname: name, oncomplete: onresolve, ttl,
      });
      query(this, name, { syscall, type, ttl }, completionCallback(request));
      return request;
    },
  }[syscall];
}

Resolver.prototype.reverse = {
  getHostByAddr(name, options) {
    const callback = arguments.length > 2 ? arguments[2] : options;
    validateString(name, 'name');
    validateFunction(callback, 'callback');
    const request = objectAssign(new QueryReqWrap(), {
      bindingName: 'getHostByAddr', callback, hostname: name, oncomplete: onresolve, ttl: false,
    });
    reverse(this, name, completionCallback(request));
    return request;
  },
}.getHostByAddr;

Resolver.prototype.resolve = function resolve(name, rrtype, callback) {
  if (typeof rrtype === 'function') {
    callback = rrtype;
    rrtype = 'A';
  }
  return this[methodFor(rrtype)](name, callback);
};

function methodFor(rrtype) {
  if (typeof rrtype !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('rrtype', 'string', rrtype);
  const query = arrayFind(QUERIES, ({ 2: type }) => type === rrtype);
  if (query === undefined) throw new codes.ERR_INVALID_ARG_VALUE('rrtype', rrtype);
  return query[0];
}

// ---- the default resolver, of dns.resolve() and so on

let defaultResolver;

const getDefaultResolver = () => defaultResolver ??= new Resolver();

const setDefaultResolver = (resolver) => { defaultResolver = resolver; };

// Its methods, as functions of a module.
function bindDefaultResolver(target, prototype) {
  const resolver = getDefaultResolver();
  target.getServers = functionBind(resolver.getServers, resolver);
  for (const method of each(['resolve', ...each(arraySort(arrayMap(QUERIES, ({ 0: name }) => name))), 'reverse'])) {
    target[method] = functionBind(prototype[method], resolver);
  }
}

module.exports = {
  QUERIES, Resolver, ResolverBase, bindDefaultResolver, getDefaultResolver, methodFor, query, reverse, setDefaultResolver,
};
