'use strict';
const dgram = require('dgram');

function attempt(name, work) {
  try {
    const result = work();
    console.log(name, 'gives', result instanceof dgram.Socket ? 'a socket' : result);
    return result;
  } catch (error) {
    console.log(name, error.name, error.code, error.message, Object.keys(error).join());
    return undefined;
  }
}

for (const type of [undefined, null, 'udp5', {}, { type: 'udp4', lookup: 1 }, { type: 'udp4', signal: 1 },
  { type: 'udp4', receiveBlockList: 1 }, { type: 'udp4', sendBlockList: {} }, { type: 'udp4', recvBufferSize: 'x' },
  { type: 'udp4', sendBufferSize: 'x' }, { type: 'udp6', reuseAddr: 3 }]) {
  attempt(`createSocket ${JSON.stringify(type)}`, () => dgram.createSocket(type));
}

const fresh = dgram.createSocket('udp4');
for (const method of ['setTTL', 'setMulticastTTL', 'setBroadcast', 'setMulticastLoopback', 'setRecvBufferSize']) {
  attempt(`${method} of an unbound socket`, () => fresh[method](1));
}
for (const method of ['getRecvBufferSize', 'getSendBufferSize', 'address', 'getSendQueueSize', 'remoteAddress', 'disconnect']) {
  attempt(`${method} of an unbound socket`, () => fresh[method]());
}
attempt('a file is no socket', () => fresh.bind({ fd: require('fs').openSync(__filename) }));
attempt('nothing is no socket', () => fresh.bind({ fd: 99999 }));
fresh.close();
for (const method of ['close', 'bind', 'bindSync', 'address', 'remoteAddress']) {
  attempt(`${method} of a closed socket`, () => fresh[method]());
}
attempt('send of a closed socket', () => fresh.send('x', 1));
attempt('ref of a closed socket', () => fresh.ref().unref());

const socket = dgram.createSocket('udp4');
socket.bind(0, '127.0.0.1', () => {
  for (const value of [undefined, 'a', 0, 1, 255, 256, -1, null]) {
    attempt(`setTTL ${value}`, () => socket.setTTL(value));
    attempt(`setMulticastTTL ${value}`, () => socket.setMulticastTTL(value));
  }
  for (const value of [undefined, 'a', 0, 1]) {
    attempt(`setBroadcast ${value}`, () => socket.setBroadcast(value));
    attempt(`setMulticastLoopback ${value}`, () => socket.setMulticastLoopback(value));
  }
  for (const value of [undefined, 'a', -1, 8192, 1e12, 1.5, Infinity]) {
    attempt(`setRecvBufferSize ${value}`, () => socket.setRecvBufferSize(value));
    attempt(`setSendBufferSize ${value}`, () => socket.setSendBufferSize(value));
  }
  attempt('getRecvBufferSize', () => socket.getRecvBufferSize() >= 8192);
  attempt('getSendBufferSize', () => socket.getSendBufferSize() >= 8192);
  for (const value of [undefined, 'a', '', '127.0.0.1', 1]) {
    attempt(`setMulticastInterface ${value}`, () => socket.setMulticastInterface(value));
  }
  for (const group of [undefined, 'a', '', '127.0.0.1', 1]) {
    attempt(`addMembership ${group}`, () => socket.addMembership(group, '127.0.0.1'));
  }
  for (const list of [[], ['127.0.0.1'], [1, 2], ['x', 'y']]) {
    attempt(`addSourceSpecificMembership ${list}`, () => socket.addSourceSpecificMembership(...list));
    attempt(`dropSourceSpecificMembership ${list}`, () => socket.dropSourceSpecificMembership(...list));
  }
  for (const list of [[], ['x'], ['x', 0], ['x', 'a'], ['x', 1, 2], ['x', 1, {}], [1, 1], [null, 1], [[1], 1], ['abc', 4, 1, 1],
    ['abc', 1, 4, 1], ['abc', 1, 1, 0], ['abc', -1, 1, 1], [['a'], 99999], [new ArrayBuffer(3), 1]]) {
    attempt(`send ${JSON.stringify(list)}`, () => socket.send(...list));
  }
  for (const list of [[], ['x'], ['x', 0, 1, 1], ['x', '0', 1, 1, '127.0.0.1'], ['x', 0, '1', 1, '127.0.0.1']]) {
    attempt(`sendto ${list}`, () => socket.sendto(...list));
  }
  for (const list of [[], [0], [70000], ['x'], [1, 2], [1, {}], [1, '127.0.0.1', 3]]) {
    attempt(`connect ${list}`, () => socket.connect(...list));
  }
  attempt('bind again', () => socket.bind(1));
  attempt('bindSync again', () => socket.bindSync());
  socket.close();
});

for (const options of [3, { port: -1 }, { address: 'localhost' }, { address: 1 }, { address: '8.8.8.8' }, { address: '::1' }]) {
  const other = dgram.createSocket('udp4');
  attempt(`bindSync ${JSON.stringify(options)}`, () => other.bindSync(options));
  attempt('connectSync to a name', () => other.connectSync(1, 'localhost'));
  attempt('connectSync without a port', () => other.connectSync());
  other.close();
}
