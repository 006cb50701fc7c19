'use strict';
const { BlockList, SocketAddress } = require('net');
const { inspect } = require('util');

function attempt(what, run) {
  try {
    console.log(what, run());
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
}
const list = new BlockList();
list.addAddress('1.1.1.1');
list.addRange('10.0.0.1', '10.0.0.9');
list.addSubnet('192.168.0.0', 16);
list.addSubnet('8592:757c:efae:4e45::', 64, 'ipv6');
list.addCIDR('11.0.0.0/8');
console.log(list, list.size, JSON.stringify(list));
console.log(inspect(list, { depth: -1 }));
for (const [address, family] of [
  ['1.1.1.1'], ['1.1.1.2'], ['10.0.0.5'], ['10.0.0.10'], ['::ffff:10.0.0.5', 'ipv6'], ['::ffff:a00:5', 'IPv6'],
  ['192.168.44.1'], ['8592:757c:efae:4e45::7', 'ipv6'], ['8592:757c:efae:4e46::7', 'ipv6'], ['::1'], ['nonsense'], ['1.1.1.1', 'x'],
  ['11.255.255.255'], [new SocketAddress({ address: '1.1.1.1' })],
]) console.log(address, family, list.check(address, family));

attempt('check number', () => list.check(5));
attempt('range the wrong way round', () => list.addRange('10.0.0.9', '10.0.0.1'));
attempt('prefix 33', () => list.addSubnet('1.1.1.1', 33));
attempt('prefix text', () => list.addSubnet('1.1.1.1', 'x'));
attempt('prefix 129', () => list.addSubnet('::1', 129, 'ipv6'));
attempt('network number', () => list.addSubnet(5, 5));
attempt('no address', () => list.addAddress('x'));
attempt('family', () => list.addAddress('1.1.1.1', 'x'));
attempt('no end', () => list.addRange('1.1.1.1'));
attempt('no prefix', () => list.addCIDR('10.1.0.0'));
attempt('prefix of CIDR', () => list.addCIDR('10.1.0.0/99'));
attempt('CIDRs', () => list.addCIDRs(['12.0.0.0/8', 5]));
attempt('addresses', () => list.addAddresses(['4.4.4.4', '::5']));
console.log(list.size);
list.removeCIDR('11.0.0.0/8');
list.removeAddress('1.1.1.1');
list.removeAddress('1.1.1.1');
list.removeRange('10.0.0.1', '10.0.0.9');
console.log(list.rules);
attempt('fromJSON', () => list.fromJSON(['Address: IPv4 9.9.9.9', 'Range: IPv4 1.1.1.1-1.1.1.5', 'Subnet: IPv6 ::/4', 'nonsense']));
attempt('fromJSON number', () => list.fromJSON(5));
attempt('fromJSON list of numbers', () => list.fromJSON([5]));
console.log(list.rules);
list.clear();
console.log(list.rules, list.size, BlockList.isBlockList(list), BlockList.isBlockList({}), BlockList.PRIVATE_RANGES);
