'use strict';
// net.SocketAddress: an immutable address, port, family and flow label.

const { stringEndsWith, stringStartsWith, stringToLowerCase, symbolFor } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { codes } = require('core/errors');
const { kClone } = require('core/cloneable');
const { validateObject, validatePort, validateString, validateUint32 } = require('core/validate');
const { isIP } = require('net/address');
const native = binding('net');

const kInspect = symbolFor('nodejs.util.inspect.custom');

// In canonical form.
function canonicalAddress(address, family) {
  const canonical = isIP(address) === (family === 'ipv6' ? 6 : 4) ? native.canonicalAddress(address) : undefined;
  if (canonical === undefined) throw new codes.ERR_INVALID_ADDRESS();
  return canonical;
}

class SocketAddress {
  #address;
  #port;
  #family;
  #flowlabel;

  static isSocketAddress(value) {
    return typeof value === 'object' && value !== null && #address in value;
  }

  // `1.2.3.4:5` or `[::1]:5`, by the rules of URLs: the port 80 may be omitted.
  static parse(input) {
    validateString(input, 'input');
    try {
      const { hostname, port } = new (require('url').URL)(`http://${input}`);
      const isV6 = stringStartsWith(hostname, '[') && stringEndsWith(hostname, ']');
      return new SocketAddress({
        address: isV6 ? sliceOf(hostname, 1, -1) : hostname,
        family: isV6 ? 'ipv6' : 'ipv4',
        port: port | 0,
      });
    } catch {
      return undefined;
    }
  }

  constructor(options = {}) {
    validateObject(options, 'options');
    let { family = 'ipv4' } = options;
    const { port = 0, flowlabel = 0 } = options;
    if (typeof family?.toLowerCase === 'function') family = stringToLowerCase(family);
    if (family !== 'ipv4' && family !== 'ipv6') throw new codes.ERR_INVALID_ARG_VALUE('options.family', options.family);
    const { address = family === 'ipv4' ? '127.0.0.1' : '::' } = options;
    validateString(address, 'options.address');
    validatePort(port, 'options.port');
    validateUint32(flowlabel, 'options.flowlabel', false);
    this.#address = canonicalAddress(address, family);
    this.#port = port | 0;
    this.#family = family;
    // IPv6 only.
    this.#flowlabel = family === 'ipv6' ? flowlabel & 0xfffff : 0;
  }

  get address() { return this.#address; }

  get port() { return this.#port; }

  get family() { return this.#family; }

  get flowlabel() { return this.#flowlabel; }

  toJSON() {
    return { address: this.address, port: this.port, family: this.family, flowlabel: this.flowlabel };
  }

  get [kClone]() {
    return SocketAddress.isSocketAddress(this) ? () => new SocketAddress(this.toJSON()) : undefined;
  }

  [kInspect](depth, options) {
    if (depth < 0) return '[SocketAddress]';
    const { inspect } = require('inspect/inspect');
    return `SocketAddress ${inspect(this.toJSON(), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}

module.exports = { SocketAddress };
