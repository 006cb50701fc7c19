'use strict';
// net.BlockList: addresses, ranges and subnets, and whether an address matches one. Addresses are compared as 128-bit numbers;
// an IPv4 address is its IPv4-mapped IPv6 address, so that each family matches the other.

const {
  arrayFill, arrayFilter, arrayFindIndex, arrayIsArray, arrayMap, arrayReduce, arraySome, arraySplice, arrayUnshift,
  bigintProtoToString, jsonParse, numberIsInteger, objectFreeze, regexpExec, stringSplit, symbolFor,
} = require('core/intrinsics');
const { lastIndexIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { kClone } = require('core/cloneable');
const { validateInt32, validateString } = require('core/validate');
const { isIP } = require('net/address');
const { SocketAddress } = require('net/socket_address');

const kInspect = symbolFor('nodejs.util.inspect.custom');
const MAPPED = 0xffff00000000n;

function toBigInt(address) {
  return isIP(address) === 4 ? MAPPED | fromV4(address) : fromV6(stringSplit(address, '%')[0]);
}

const fromV4 = (address) => arrayReduce(stringSplit(address, '.'), (sum, part) => (sum << 8n) | BigInt(part), 0n);

function fromV6(address) {
  // The last 32 bits may be in IPv4 notation.
  const dotted = regexpExec(/^(.*:)(\d+\.\d+\.\d+\.\d+)$/, address);
  if (dotted !== null) {
    const low = fromV4(dotted[2]);
    address = `${dotted[1]}${bigintProtoToString((low >> 16n), 16)}:${bigintProtoToString((low & 0xffffn), 16)}`;
  }
  const { 0: head, 1: tail } = arrayMap(stringSplit(address, '::'), (half) => (half === '' ? [] : stringSplit(half, ':')));
  const groups = tail === undefined ? head : [...each(head), ...each(arrayFill(Array(8 - head.length - tail.length), '0')), ...each(tail)];
  return arrayReduce(groups, (sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

// Returns a SocketAddress as it is; converts a string.
function addressOf(value, family, name) {
  if (SocketAddress.isSocketAddress(value)) return value;
  validateString(value, name);
  validateString(family, 'family');
  return new SocketAddress({ address: value, family });
}

const familyName = ({ family }) => (family === 'ipv6' ? 'IPv6' : 'IPv4');

function subnetOf(network, prefix, family) {
  network = addressOf(network, family, 'network');
  const width = network.family === 'ipv6' ? 128 : 32;
  validateInt32(prefix, 'prefix', 0, width);
  const bits = BigInt(width - prefix);
  const first = (toBigInt(network.address) >> bits) << bits;
  return {
    kind: 'Subnet',
    first,
    last: first | ((1n << bits) - 1n),
    text: `Subnet: ${familyName(network)} ${network.address}/${prefix}`,
  };
}

function rangeOf(start, end, family) {
  start = addressOf(start, family, 'start');
  end = addressOf(end, family, 'end');
  const { 0: first, 1: last } = [toBigInt(start.address), toBigInt(end.address)];
  if (first > last) throw new codes.ERR_INVALID_ARG_VALUE('start', start, 'must come before end');
  return { kind: 'Range', first, last, text: `Range: ${familyName(start)} ${start.address}-${end.address}` };
}

function singleOf(address, family) {
  address = addressOf(address, family, 'address');
  const number = toBigInt(address.address);
  return { kind: 'Address', first: number, last: number, text: `Address: ${familyName(address)} ${address.address}` };
}

function cidrOf(cidr, name = 'cidr') {
  validateString(cidr, name);
  const slash = lastIndexIn(cidr, '/');
  if (slash === -1) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, cidr, 'must contain a prefix length (e.g. "10.0.0.0/8")');
  }
  const network = sliceOf(cidr, 0, slash);
  const digits = sliceOf(cidr, slash + 1);
  const prefix = Number(digits);
  // `10.0.0.0/` is not everything.
  if (!numberIsInteger(prefix) || `${prefix}` !== digits) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, cidr, 'prefix length must be a valid integer');
  }
  return subnetOf(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4');
}

class BlockList {
  // Newest first. Clones share the array.
  #rules = [];

  static PRIVATE_RANGES = objectFreeze([
    '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1/128', '169.254.0.0/16', 'fe80::/10', 'fc00::/7',
  ]);

  static isBlockList(value) {
    return typeof value === 'object' && value !== null && #rules in value;
  }

  // Each address is stored once, whichever family it was given in.
  #add(rule) {
    if (rule.kind === 'Address') {
      const at = arrayFindIndex(this.#rules, ({ kind, first }) => kind === 'Address' && first === rule.first);
      if (at !== -1) arraySplice(this.#rules, at, 1);
    }
    arrayUnshift(this.#rules, rule);
  }

  // Removes the newest one if there are several.
  #remove({ kind, first, text }) {
    const at = arrayFindIndex(this.#rules, (rule) => (kind === 'Address' ? rule.kind === kind && rule.first === first :
      rule.text === text));
    if (at !== -1) arraySplice(this.#rules, at, 1);
  }

  addAddress(address, family = 'ipv4') {
    this.#add(singleOf(address, family));
  }

  addAddresses(addresses, family = 'ipv4') {
    require('core/validate').validateArray(addresses, 'addresses');
    for (const rule of each(arrayMap(addresses, (address) => singleOf(address, family)))) this.#add(rule);
  }

  addRange(start, end, family = 'ipv4') {
    this.#add(rangeOf(start, end, family));
  }

  addSubnet(network, prefix, family = 'ipv4') {
    this.#add(subnetOf(network, prefix, family));
  }

  addCIDR(cidr) {
    this.#add(cidrOf(cidr));
  }

  addCIDRs(cidrs) {
    require('core/validate').validateArray(cidrs, 'cidrs');
    for (const rule of each(arrayMap(cidrs, (cidr, index) => cidrOf(cidr, `cidrs[${index}]`)))) this.#add(rule);
  }

  removeAddress(address, family = 'ipv4') {
    this.#remove(singleOf(address, family));
  }

  removeRange(start, end, family = 'ipv4') {
    this.#remove(rangeOf(start, end, family));
  }

  removeSubnet(network, prefix, family = 'ipv4') {
    this.#remove(subnetOf(network, prefix, family));
  }

  removeCIDR(cidr) {
    this.#remove(cidrOf(cidr));
  }

  // An invalid address matches nothing.
  check(address, family = 'ipv4') {
    if (!SocketAddress.isSocketAddress(address)) {
      validateString(address, 'address');
      validateString(family, 'family');
      try {
        address = new SocketAddress({ address, family });
      } catch {
        return false;
      }
    }
    const number = toBigInt(address.address);
    return arraySome(this.#rules, ({ first, last }) => first <= number && number <= last);
  }

  clear() {
    this.#rules.length = 0;
  }

  get size() { return this.#rules.length; }

  // Addresses, then subnets, then ranges; newest first. (Node's order of addresses is that of its hash table.)
  get rules() {
    const strings = (kind) => arrayMap(arrayFilter(this.#rules, (rule) => rule.kind === kind), ({ text }) => text);
    return [...each(strings('Address')), ...each(strings('Subnet')), ...each(strings('Range'))];
  }

  toJSON() {
    return this.rules;
  }

  // Rules in the form of toJSON(), or that as JSON text. Invalid rules are ignored.
  fromJSON(data) {
    const rules = typeof data === 'string' ? jsonParse(data) : data;
    if (!arrayIsArray(rules) || arraySome(rules, (rule) => typeof rule !== 'string')) {
      throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'string[]'], data);
    }
    for (const rule of each(rules)) this.#addFromString(rule);
  }

  #addFromString(rule) {
    const parts = regexpExec(/^(Address|Range|Subnet): (IPv[46]) ([^-/]+)(?:[-/](.+))?$/, rule);
    if (parts === null) return;
    const { 1: kind, 2: family, 3: address, 4: rest } = parts;
    if (isIP(address) === 0) return;
    if (kind === 'Address') this.addAddress(address, family);
    else if (kind === 'Range') this.addRange(address, rest, family);
    else this.addSubnet(address, Number(rest), family);
  }

  get [kClone]() {
    if (!BlockList.isBlockList(this)) return undefined;
    return () => {
      const copy = new BlockList();
      copy.#rules = this.#rules;
      return copy;
    };
  }

  [kInspect](depth, options) {
    if (depth < 0) return '[BlockList]';
    const { inspect } = require('inspect/inspect');
    const nestedOptions = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `BlockList ${inspect({ rules: this.rules }, nestedOptions)}`;
  }
}

module.exports = { BlockList, toBigInt };
