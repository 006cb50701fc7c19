'use strict';

// The number of leading ones in a netmask; -1 if it is not contiguous.
const { indexIn, isIn } = require('core/safe/lists');
const { arrayFill, arrayJoin, arrayMap, numberParseInt: parseInt, stringPadStart, stringSplit } = require('core/intrinsics');
const { each } = require('core/safe/walk');

function prefixLength(netmask, family) {
  const bits = family === 'IPv4' ? bitsOfIPv4(netmask) : bitsOfIPv6(netmask);
  const ones = indexIn(bits, '0') === -1 ? bits.length : indexIn(bits, '0');
  return isIn(bits, '1', ones) ? -1 : ones;
}

const binary = (number, width) => stringPadStart(number.toString(2), width, '0');

function bitsOfIPv4(netmask) {
  return arrayJoin(arrayMap(stringSplit(netmask, '.'), (part) => binary(Number(part), 8)), '');
}

function bitsOfIPv6(netmask) {
  const { 0: head, 1: tail } = arrayMap(stringSplit(netmask, '::'), (half) => (half === '' ? [] : stringSplit(half, ':')));
  const groups = tail === undefined ? head : [...each(head), ...each(arrayFill(new Array(8 - head.length - tail.length), '0')), ...each(tail)];
  return arrayJoin(arrayMap(groups, (group) => binary(parseInt(group, 16), 16)), '');
}

module.exports = { prefixLength };
