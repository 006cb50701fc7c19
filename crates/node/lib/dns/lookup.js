'use strict';
// dns.lookup() and dns.lookupService(): the system's resolver, on the thread pool.

const { arrayFilter, arrayMap, objectAssign, regexpTest } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { isIn } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('net');
const { codes } = require('core/errors');
const { validateBoolean, validateFunction, validateNumber, validateOneOf, validatePort, validateString } =
  require('core/validate');
const { registerRequest } = require('loop/requests');
const { nextTick } = require('loop/ticks');
const { isIP } = require('net/address');

const ADDRCONFIG = 0x20;
const ALL = 0x10;
const V4MAPPED = 0x8;

const FAMILIES = [0, 4, 6];
const ORDERS = ['verbatim', 'ipv4first', 'ipv6first'];

// In the order of the system's resolver, unless the command line changes it.
let defaultOrder = native.resultOrder() ?? 'verbatim';

const getDefaultResultOrder = () => defaultOrder;

function setDefaultResultOrder(order) {
  validateOneOf(order, 'dnsOrder', ORDERS);
  defaultOrder = order;
}

class GetAddrInfoReqWrap {}
class GetNameInfoReqWrap {}

// The settings of lookup(): a family, or an object.
function readOptions(options) {
  const settings = { family: 0, hints: 0, all: false, order: defaultOrder };
  if (typeof options === 'number') {
    validateOneOf(options, 'family', FAMILIES);
    settings.family = options;
  } else if (options !== undefined && options !== null) {
    if (typeof options !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('options', ['integer', 'object'], options);
    readFields(options, settings);
  }
  return settings;
}

function readFields(options, settings) {
  const { family, hints, all, verbatim, order } = options;
  if (hints !== undefined && hints !== null) {
    validateNumber(hints, 'options.hints');
    settings.hints = hints >>> 0;
    if ((settings.hints & ~(ADDRCONFIG | ALL | V4MAPPED)) !== 0) throw new codes.ERR_INVALID_ARG_VALUE('hints', settings.hints);
  }
  if (family === 'IPv4') {
    settings.family = 4;
  } else if (family === 'IPv6') {
    settings.family = 6;
  } else if (family !== undefined && family !== null) {
    validateOneOf(family, 'options.family', FAMILIES);
    settings.family = family;
  }
  if (all !== undefined && all !== null) {
    validateBoolean(all, 'options.all');
    settings.all = all;
  }
  if (verbatim !== undefined && verbatim !== null) {
    validateBoolean(verbatim, 'options.verbatim');
    settings.order = verbatim ? 'verbatim' : 'ipv4first';
  }
  if (order !== undefined && order !== null) {
    validateOneOf(order, 'options.order', ORDERS);
    settings.order = order;
  }
}

function checkHostname(hostname) {
  if (!hostname) throw new codes.ERR_INVALID_ARG_VALUE('hostname', hostname, 'must be a non-empty string');
  if (isIn(hostname, '\0')) {
    throw new codes.ERR_INVALID_ARG_VALUE('hostname', hostname, 'must be a string without null bytes');
  }
}

// Resolves to [{ address, family }] in the requested order; calls `done(error)` or `done(null, addresses)`.
function findAddresses(hostname, settings, done) {
  if (require.has('perf_hooks/observer')) done = withPerformanceEntry('lookup', done, (addresses) => detailOf(hostname, settings, addresses));
  const { family, hints, order } = settings;
  const name = regexpTest(/[^\0-\x7f]/, hostname) ? require('url').domainToASCII(hostname) || hostname : hostname;
  const id = registerRequest((failure, found) => {
    if (failure) done(failure);
    else if (typeof found[0] === 'number') {
      done(require('core/system_errors').dnsException(found[0], 'getaddrinfo', hostname));
    } else done(null, sortAddresses(found, order));
  }, 'GetAddrInfoReqWrap');
  native.lookup(id, name, family, hints);
}

function sortAddresses(strings, order) {
  const addresses = arrayMap([...each(new SafeSet(strings))], (address) => ({ address, family: isIP(address) }));
  if (order === 'verbatim') return addresses;
  const first = order === 'ipv4first' ? 4 : 6;
  return [...each(arrayFilter(addresses, ({ family }) => family === first)), ...each(arrayFilter(addresses, ({ family }) => family !== first))];
}

// callback(error), (null, address, family), or with `all` (null, [{ address, family }])
function lookup(hostname, options, callback) {
  if (hostname) validateString(hostname, 'hostname');
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  const settings = readOptions(options);
  checkHostname(hostname);
  const family = isIP(hostname);
  if (family !== 0) {
    if (settings.all) nextTick(callback, null, [{ address: hostname, family }]);
    else nextTick(callback, null, hostname, family);
    return {};
  }
  const request = objectAssign(new GetAddrInfoReqWrap(), { callback, family: settings.family, hostname, oncomplete });
  findAddresses(hostname, settings, (error, addresses) => {
    if (error) request.callback(error);
    else if (settings.all) request.callback(null, addresses);
    else request.callback(null, addresses[0].address, settings.family || addresses[0].family);
  });
  return request;
}

// Wraps `done`, and adds a performance entry for the result.
function withPerformanceEntry(name, done, detail) {
  const { startPerf, stopPerf } = require('perf_hooks/observer');
  startPerf('dns', done);
  return (error, ...found) => {
    if (!error) stopPerf('dns', name, done, () => detail(...each(found)));
    done(error, ...each(found));
  };
}

// The detail of a performance entry for a lookup.
function detailOf(hostname, { all, family, hints, order }, addresses) {
  const list = all ? addresses : arrayMap(addresses, ({ address }) => address);
  return { hostname, family, hints, verbatim: order === 'verbatim', order, addresses: list };
}

// The `oncomplete` of Node's request objects; results are reported above.
function oncomplete() {}

function findService(address, port, done) {
  if (require.has('perf_hooks/observer')) {
    done = withPerformanceEntry('lookupService', done, (hostname, service) => ({ host: address, port, hostname, service }));
  }
  const id = registerRequest((failure, found) => {
    if (failure) done(failure);
    else if (typeof found[0] === 'number') {
      done(require('core/system_errors').dnsException(found[0], 'getnameinfo', address));
    } else done(null, found[0], found[1]);
  }, 'GetNameInfoReqWrap');
  native.lookupService(id, address, port);
}

function checkService(address, port) {
  validateString(address, 'address');
  if (isIP(address) === 0) throw new codes.ERR_INVALID_ARG_VALUE('address', address);
  return validatePort(port);
}

// callback(error) or (null, hostname, service)
function lookupService(address, port, callback) {
  if (arguments.length !== 3) throw new codes.ERR_MISSING_ARGS('address', 'port', 'callback');
  port = checkService(address, port);
  validateFunction(callback, 'callback');
  const request = objectAssign(new GetNameInfoReqWrap(), { callback, hostname: address, port, oncomplete });
  findService(address, port, (error, hostname, service) => {
    if (error) request.callback(error);
    else request.callback(null, hostname, service);
  });
  return request;
}

module.exports = {
  ADDRCONFIG, ALL, V4MAPPED, checkHostname, checkService, findAddresses, findService, getDefaultResultOrder, lookup,
  lookupService, readOptions, setDefaultResultOrder, withPerformanceEntry,
};
