'use strict';
// net.BoundSocket: binds a port or a path at once, to listen on or to connect from later. A server or socket that uses it takes
// ownership of the handle; from then on this object throws.

const { codes } = require('core/errors');
const { validateBoolean, validateObject, validatePort, validateString } = require('core/validate');
const { isIP } = require('net/address');
const { bindPipe, bindTCP } = require('net/handle');

const IPV6_ONLY = 1;
const REUSE_PORT = 2;
const kSource = Symbol('kSource');

let consume;

function bindPath({ path, host, port, ipv6Only, reusePort }, options) {
  validateString(path, 'options.path');
  if (host !== undefined || port !== undefined || ipv6Only !== undefined || reusePort !== undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options', options, 'path is mutually exclusive with host, port, ipv6Only, and reusePort');
  }
  const handle = bindPipe(path);
  if (typeof handle === 'number') throw require('core/system_errors').exceptionWithHostPort(handle, 'bind');
  return handle;
}

function bindPort({ host, port = 0, ipv6Only = false, reusePort = false }) {
  validateBoolean(ipv6Only, 'options.ipv6Only');
  validateBoolean(reusePort, 'options.reusePort');
  const address = host ?? (ipv6Only ? '::' : '0.0.0.0');
  validateString(address, 'options.host');
  if (isIP(address) === 0) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.host', address, 'must be a numeric IP address; net.BoundSocket does not perform DNS resolution');
  }
  validatePort(port, 'options.port');
  const handle = bindTCP(address, port | 0, (ipv6Only ? IPV6_ONLY : 0) | (reusePort ? REUSE_PORT : 0));
  if (typeof handle === 'number') {
    throw require('core/system_errors').exceptionWithHostPort(handle, 'bind', address, port | 0);
  }
  return handle;
}

class BoundSocket {
  #handle;
  #path;

  static {
    consume = (bound) => {
      const handle = bound.#assertOwned();
      bound.#handle = null;
      return { handle, path: bound.#path };
    };
  }

  constructor(options = {}) {
    validateObject(options, 'options');
    this.#path = options.path;
    this.#handle = options.path === undefined ? bindPort(options) : bindPath(options, options);
    // It does not keep the loop alive; a server or socket that takes it does.
    this.#handle.unref();
  }

  #assertOwned() {
    if (this.#handle === null) throw new codes.ERR_SOCKET_HANDLE_ADOPTED();
    return this.#handle;
  }

  address() {
    const handle = this.#assertOwned();
    if (this.#path !== undefined) return this.#path;
    const name = {};
    const status = handle.getsockname(name);
    if (status !== 0) throw require('core/system_errors').errnoException(status, 'address');
    return name;
  }

  fd() { return this.#assertOwned().fd; }

  close() { consume(this).handle.close(); }

  get isPipe() { return this.#path !== undefined; }

  [Symbol.dispose]() {
    if (this.#handle !== null) this.close();
  }
}

// For a server: the listening handle, and its path if it has one.
function listenerOf(bound) {
  const consumed = consume(bound);
  consumed.handle.ref();
  return consumed;
}

// For a socket: its stream handle. The socket keeps where it is bound after that handle, as in Node.
function adopt(socket, bound) {
  const { handle, path } = consume(bound);
  const stream = handle.toStream();
  if (typeof stream === 'number') throw require('core/system_errors').errnoException(stream, 'bind');
  socket[kSource] = { path };
  return stream;
}

// Where a socket was bound ({ path }, the path only of a pipe), if it adopted a BoundSocket.
const sourceOf = (socket) => socket[kSource];

module.exports = { BoundSocket, adopt, listenerOf, sourceOf };
