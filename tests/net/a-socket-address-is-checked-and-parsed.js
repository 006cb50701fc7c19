'use strict';
const { SocketAddress } = require('net');
const { inspect } = require('util');

function attempt(what, run) {
  try {
    console.log(what, run());
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
}
for (const options of [
  undefined, { address: '::1', family: 'ipv6', port: 5, flowlabel: 7 }, { address: 'x' }, { family: 'x' }, { family: 'IPv6' }, 5,
  { port: -1 }, { port: '5' }, { flowlabel: -1 }, { flowlabel: 2 ** 20 }, { flowlabel: 2 ** 20 - 1, family: 'ipv6' },
  { address: 5 }, { family: 5 }, { address: '::0:0:1', family: 'ipv6' },
]) attempt(inspect(options), () => new SocketAddress(options));
for (const text of [
  '1.2.3.4', '1.2.3.4:80', '1.2.3.4:81', '[::1]:81', '::1', '[::1]', 'x', '1.2.3.4:99999', '', '1.2.3', '0x7f.1:5', '[::1', 5,
]) attempt(inspect(text), () => SocketAddress.parse(text));
console.log(JSON.stringify(new SocketAddress()), inspect(new SocketAddress(), { depth: -1 }));
console.log(SocketAddress.isSocketAddress(new SocketAddress()), SocketAddress.isSocketAddress({ address: '1.1.1.1' }));
