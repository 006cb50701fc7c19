'use strict';
// IP addresses, and the overloads of listen() and connect().

const { objectDefineProperty, regexpTest } = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const native = binding('net');

const ZONE = /^[0-9a-zA-Z\-.:]+$/;

function isIP(input) {
  const text = `${input}`;
  const percent = indexIn(text, '%');
  if (percent === -1) return native.family(text);
  return regexpTest(ZONE, sliceOf(text, percent + 1)) && native.family(sliceOf(text, 0, percent)) === 6 ? 6 : 0;
}

const isIPv4 = (input) => isIP(input) === 4;
const isIPv6 = (input) => isIP(input) === 6;

const isPort = (value) => Number(value) >= 0 ? Number(value) : false;

// (options[, callback]), (path[, callback]), ([port][, host][, callback]): [options, callback or null]
function normalizeArgs(args) {
  const normalized = readArguments(args);
  // Marked, so that net.connect() and socket.connect() normalize once.
  objectDefineProperty(normalized, 'isNormalized', { __proto__: null, value: true });
  return normalized;
}

function readArguments(args) {
  if (args.length === 0) return [{}, null];
  const last = args[args.length - 1];
  const callback = typeof last === 'function' ? last : null;
  const first = args[0];
  if (typeof first === 'object' && first !== null) return [first, callback];
  if (typeof first === 'string' && isPort(first) === false) return [{ path: first }, callback];
  const options = { port: first };
  if (args.length > 1 && typeof args[1] === 'string') options.host = args[1];
  return [options, callback];
}

module.exports = { isIP, isIPv4, isIPv6, isPort, normalizeArgs };
