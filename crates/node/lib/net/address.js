'use strict';
// Addresses, and the many ways in which listen() and connect() take them.

const native = binding('net');

const ZONE = /^[0-9a-zA-Z\-.:]+$/;

function isIP(input) {
  const text = `${input}`;
  const percent = text.indexOf('%');
  if (percent === -1) return native.family(text);
  return ZONE.test(text.slice(percent + 1)) && native.family(text.slice(0, percent)) === 6 ? 6 : 0;
}

const isIPv4 = (input) => isIP(input) === 4;
const isIPv6 = (input) => isIP(input) === 6;

const isPort = (value) => Number(value) >= 0 ? Number(value) : false;

// (options[, callback]), (path[, callback]), ([port][, host][, callback])
function readArguments(args) {
  const last = args[args.length - 1];
  const callback = typeof last === 'function' ? last : null;
  const first = args[0];
  if (typeof first === 'object' && first !== null) return [first, callback];
  if (args.length === 0) return [{}, callback];
  if (typeof first === 'string' && isPort(first) === false) return [{ path: first }, callback];
  const options = { port: first };
  if (typeof args[1] === 'string') options.host = args[1];
  return [options, callback];
}

// What Node has and we do not is refused rather than passed over.
function refuseOptions(options, names, where) {
  for (const name of names) {
    if (options[name] !== undefined && options[name] !== null && options[name] !== false) {
      throw new Error(`Hexloop's ${where} does not know the option '${name}' yet`);
    }
  }
}

// The addresses of a name, as `callback(error, addresses)`: in a tick for an address, from the thread pool for
// 'localhost'. There is no dns module yet, so another name is refused, here and now.
function resolve(host, callback) {
  if (isIP(host) !== 0) {
    require('loop/ticks').nextTick(callback, null, [host]);
    return;
  }
  if (host !== 'localhost') {
    throw new Error(`Hexloop's net resolves only IP addresses and 'localhost' yet, not '${host}'`);
  }
  native.resolveLocalhost(require('loop/requests').expect(
    (error, addresses) => callback(error, error === null ? [...new Set(addresses)] : undefined), 'GetAddrInfoReqWrap'));
}

module.exports = { isIP, isIPv4, isIPv6, isPort, readArguments, refuseOptions, resolve };
