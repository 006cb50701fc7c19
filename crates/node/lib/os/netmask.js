'use strict';

// The number of leading ones in a netmask; -1 if it is not contiguous.
function prefixLength(netmask, family) {
  const bits = family === 'IPv4' ? bitsOfIPv4(netmask) : bitsOfIPv6(netmask);
  const ones = bits.indexOf('0') === -1 ? bits.length : bits.indexOf('0');
  return bits.includes('1', ones) ? -1 : ones;
}

const binary = (number, width) => number.toString(2).padStart(width, '0');

function bitsOfIPv4(netmask) {
  return netmask.split('.').map((part) => binary(Number(part), 8)).join('');
}

function bitsOfIPv6(netmask) {
  const [head, tail] = netmask.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = tail === undefined ? head : [...head, ...new Array(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.map((group) => binary(parseInt(group, 16), 16)).join('');
}

module.exports = { prefixLength };
