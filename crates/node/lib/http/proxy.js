'use strict';
// Requests through a proxy given by the environment: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in upper or lower case. The request
// is sent to the proxy with an absolute URL instead of a path.

const globals = require('globals');
const {
  arrayFilter, arrayMap, arrayReduce, arraySome, globalDecodeURIComponent: decodeURIComponent, regexpExec, stringEndsWith,
  stringSplit, stringStartsWith, stringToLowerCase, stringToUpperCase, stringTrim,
} = require('core/intrinsics');
const { isIn, sliceOf } = require('core/safe/lists');
const { replaceIn, splitAt } = require('core/safe/patterns');

const variables = { __proto__: null, 'http:': 'http_proxy', 'https:': 'https_proxy' };

const getVariable = (environment, name) => environment[name] || environment[stringToUpperCase(name)];

// The proxy for a protocol, or null: invalid URLs are ignored, as in Node.
function proxyOf(environment, protocol) {
  require('core/validate').validateObject(environment, 'proxyEnv');
  const text = getVariable(environment, variables[protocol] ?? '');
  if (!text || !globals.URL.canParse(text)) return null;
  const url = new globals.URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const { username, password } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    protocol: url.protocol,
    host: url.hostname[0] === '[' ? sliceOf(url.hostname, 1, -1) : url.hostname,
    port: Number(url.port) || (url.protocol === 'http:' ? 80 : 443),
    authorization: username || password ? `Basic ${globals.Buffer.from(credentials).toString('base64')}` : undefined,
    exceptions: exceptionsOf(getVariable(environment, 'no_proxy') ?? ''),
  };
}

// NO_PROXY: names, `.suffix`, `*.suffix`, addresses, `from-to` of addresses, each with or without a port, or `*`.
function exceptionsOf(list) {
  const entries = arrayFilter(arrayMap(splitAt(list, /[,\s]+/g), (entry) => stringToLowerCase(stringTrim(entry))), Boolean);
  if (isIn(entries, '*')) return [() => true];
  return arrayMap(entries, (entry) => exceptionOf(entry));
}

function exceptionOf(entry) {
  const range = regexpExec(/^([\d.]+)-([\d.]+)$/, entry);
  if (range !== null) {
    const { 0: from, 1: to } = [numberOf(range[1]), numberOf(range[2])];
    return (host) => numberOf(host) >= from && numberOf(host) <= to;
  }
  const { 1: name, 2: port } = regexpExec(/^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/, entry) ?? [undefined, entry, undefined];
  const isPort = (given) => port === undefined || Number(port) === given;
  const plain = replaceIn(name, /^\[|\]$/g, '');
  if (stringStartsWith(plain, '*.')) return (host, given) => isPort(given) && stringEndsWith(host, sliceOf(plain, 1));
  if (stringStartsWith(plain, '.')) return (host, given) => isPort(given) && (stringEndsWith(host, plain) || host === sliceOf(plain, 1));
  return (host, given) => isPort(given) && host === plain;
}

// An IPv4 address as a number; NaN for anything else.
function numberOf(address) {
  if (require('net/address').isIP(address) !== 4) return NaN;
  return arrayReduce(stringSplit(address, '.'), (sum, part) => sum * 256 + Number(part), 0);
}

function isProxied(proxy, host, port) {
  const name = stringToLowerCase(`${host ?? 'localhost'}`);
  return !arraySome(proxy.exceptions, (isException) => isException(name, Number(port) || 80));
}

// Connects to the proxy instead.
function connectionOptions(proxy, options) {
  if (proxy.protocol === 'https:') throw require('core/not_implemented').notImplemented('a proxy reached by https');
  return { ...options, host: proxy.host, port: proxy.port, lookup: undefined };
}

// Rewrites the request for the proxy.
function addressToProxy(request, proxy, port) {
  const { host } = request;
  const name = isIn(host, ':') && host[0] !== '[' ? `[${host}]` : host;
  const authority = request.getHeader('host') ?? (Number(port) === 80 ? name : `${name}:${port}`);
  request.path = `http://${authority}${request.path}`;
  if (proxy.authorization !== undefined) request.setHeader('proxy-authorization', proxy.authorization);
  request.setHeader('proxy-connection', request.shouldKeepAlive ? 'keep-alive' : 'close');
}

// http.setGlobalProxyFromEnv(): in effect until the returned function is called.
function setGlobalProxyFromEnv(environment = globals.process.env) {
  require('core/validate').validateObject(environment, 'proxyEnv');
  const agents = require('http/agent');
  const before = agents.getGlobalAgent();
  if (proxyOf(environment, 'http:') === null && proxyOf(environment, 'https:') === null) return function restore() {};
  agents.setGlobalAgent(new agents.Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: environment }));
  return function restore() {
    agents.setGlobalAgent(before);
  };
}

module.exports = { addressToProxy, connectionOptions, isProxied, proxyOf, setGlobalProxyFromEnv };
