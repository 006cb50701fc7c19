'use strict';
// https through a proxy: CONNECT opens a tunnel, and the TLS connection to the server goes through it.

const { isIn } = require('core/safe/lists');
const { kProxy } = require('http/agent');
const { connResetError } = require('tls/errors');

const isIPv6 = (host) => isIn(host, ':') && host[0] !== '[';

// A function that opens a socket through the proxy; undefined if there is none.
function tunnelFor(agent, options) {
  const proxy = agent[kProxy];
  if (!proxy || options.socketPath || !require('http/proxy').isProxied(proxy, options.host, options.port)) return undefined;
  return (callback) => openTunnel(proxy, options, callback);
}

function openTunnel(proxy, options, callback) {
  const host = isIPv6(options.host) ? `[${options.host}]` : options.host;
  const target = `${host}:${options.port}`;
  const headers = { host: target, 'proxy-connection': 'close' };
  if (proxy.authorization !== undefined) headers['proxy-authorization'] = proxy.authorization;
  const request = require(proxy.protocol === 'https:' ? 'https' : 'http').request({
    host: proxy.host, port: proxy.port, method: 'CONNECT', path: target, headers, agent: false, setDefaultHeaders: false,
  });
  const fail = (error) => callback(error);
  request.once('error', fail);
  request.once('close', () => fail(connResetError('Connection to establish proxy tunnel ended unexpectedly')));
  request.once('connect', (response, socket, head) => {
    request.removeListener('error', fail);
    if (response.statusCode !== 200) {
      socket.destroy();
      const { ERR_PROXY_TUNNEL } = require('core/errors').codes;
      fail(new ERR_PROXY_TUNNEL(`Failed to establish tunnel to ${target} via ${proxy.protocol}//${proxy.host}:${proxy.port}: HTTP/1.1 ${response.statusCode}`));
      return;
    }
    if (head.length > 0) socket.unshift(head);
    callback(null, socket);
  });
  request.end();
}

module.exports = { tunnelFor };
