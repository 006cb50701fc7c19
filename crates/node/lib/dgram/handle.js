'use strict';
// The handle of a datagram socket, implemented in Rust (src/bindings/dgram.rs): a net handle (net/handle.js) with these methods:
//
//   new UDP(family)             4 or 6; the socket is created by bind(address, port, flags) or open(fd)
//   .recvStart()                onreceived(count): `count` bytes are in a receive buffer until the callback returns;
//                               takeDatagram(count) copies them to a Buffer, sender() returns the sender. Negative: an error
//   .send(list, address, port)  without an address to the connected peer. Returns the number of bytes sent, plus one.
//                               0: queued, onsent(status) will be called. Negative: an error
//
// Addresses are passed from Rust as numbers. They are converted to strings here, and only if the sender differs from the previous
// one; Rust is given the destination only if it differs from the previous one.

const { typedArraySlice } = require('core/intrinsics');
const { newList } = require('core/safe/list');
const { each } = require('core/safe/walk');
const native = binding('dgram');
const { Buffer } = require('buffer');
const { Handle } = require('net/handle');

const UV_EBADF = -9;

const { datagramInfo } = native;
// Shared with Rust as `datagram_info` (build.rs).
const OFFSET = 0;
const FAMILY = 1;
const PORT = 2;
const FIRST = 3;
const ZONE = 7;
const BUFFER = 8;

// By number. A buffer is not reused while its datagram is being dispatched.
const receiveBuffers = newList();

function receiveBuffer(number) {
  const bytes = native.receiveBuffer(number);
  return (receiveBuffers[number] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

// The state of a dgram.Socket.
const kState = Symbol('state symbol');

const noop = () => {};

class UDP extends Handle {
  constructor(family) {
    super(native.create(family));
    this.family = family;
    this.onreceived = noop;
    this.onsent = noop;
    this.targetAddress = undefined;
    this.targetPort = 0;
  }

  get provider() { return 'UDPWRAP'; }

  open(fd) { return this.isClosed ? UV_EBADF : native.open(this.id, fd); }

  bind(address, port, flags) { return this.isClosed ? UV_EBADF : native.bind(this.id, address, port, flags); }

  connect(address, port) { return this.isClosed ? UV_EBADF : native.connect(this.id, address, port); }

  disconnect() { return this.isClosed ? UV_EBADF : native.disconnect(this.id); }

  recvStart() { return this.isClosed ? UV_EBADF : native.recvStart(this.id); }

  send(list, address, port) {
    if (this.isClosed) return UV_EBADF;
    const toTarget = address !== undefined;
    if (toTarget && (address !== this.targetAddress || port !== this.targetPort)) {
      const status = native.setDestination(this.id, address, port);
      if (status !== 0) return status;
      this.targetAddress = address;
      this.targetPort = port;
    }
    return list.length === 1 ? native.send(this.id, list[0], toTarget) : native.sendv(this.id, toTarget, ...each(list));
  }

  get queuedBytes() { return this.isClosed ? 0 : native.getSendQueueSize(this.id); }

  get queuedCount() { return this.isClosed ? 0 : native.getSendQueueCount(this.id); }

  setBroadcast(on) { return native.setBroadcast(this.id, on); }

  setTTL(ttl) { return native.setTTL(this.id, ttl); }

  setMulticastTTL(ttl) { return native.setMulticastTTL(this.id, ttl); }

  setMulticastLoopback(on) { return native.setMulticastLoopback(this.id, on); }

  setMulticastInterface(address) { return native.setMulticastInterface(this.id, address); }

  setMembership(joins, group, from) { return native.setMembership(this.id, joins, group, from); }

  setSourceMembership(joins, source, group, from) { return native.setSourceMembership(this.id, joins, source, group, from); }

  // Returns the size, after setting it if it is not 0; or an error.
  bufferSize(size, isReceiving) { return native.bufferSize(this.id, size, isReceiving); }
}

// The datagram, as a Buffer of its own. The engine's own slice() creates it in one step, of our class.

function takeDatagram(count) {
  const offset = datagramInfo[OFFSET];
  const number = datagramInfo[BUFFER];
  return typedArraySlice(receiveBuffers[number] ?? receiveBuffer(number), offset, offset + count);
}

// The previous sender.
const last = { family: 0, first: 0, second: 0, third: 0, fourth: 0, zone: 0, address: '' };

function senderAddress() {
  const family = datagramInfo[FAMILY];
  const first = datagramInfo[FIRST];
  if (family === 4) {
    if (last.family !== 4 || last.first !== first) {
      last.family = 4;
      last.first = first;
      last.address = `${first >>> 24}.${(first >>> 16) & 255}.${(first >>> 8) & 255}.${first & 255}`;
    }
  } else if (last.family !== 6 || last.first !== first || last.second !== datagramInfo[FIRST + 1] ||
    last.third !== datagramInfo[FIRST + 2] || last.fourth !== datagramInfo[FIRST + 3] || last.zone !== datagramInfo[ZONE]) {
    last.family = 6;
    last.first = first;
    last.second = datagramInfo[FIRST + 1];
    last.third = datagramInfo[FIRST + 2];
    last.fourth = datagramInfo[FIRST + 3];
    last.zone = datagramInfo[ZONE];
    last.address = native.senderAddress();
  }
  return last.address;
}

// In the form of the second argument of 'message'.
const sender = (size) =>
  ({ address: senderAddress(), family: datagramInfo[FAMILY] === 4 ? 'IPv4' : 'IPv6', port: datagramInfo[PORT], size });

// For a cluster worker or a child process: a handle over an open socket, or an error.
function createOpenHandle(type, fd) {
  const handle = new UDP(type === 'udp6' ? 6 : 4);
  return orError(handle, handle.open(fd));
}

// A bound handle, or an error.
function createBoundHandle(address, port, type, fd, flags) {
  if (fd >= 0) return createOpenHandle(type, fd);
  const handle = new UDP(type === 'udp6' ? 6 : 4);
  const anyAddress = type === 'udp6' ? '::' : '0.0.0.0';
  return orError(handle, handle.bind(address || anyAddress, port & 0xffff, flags | 0));
}

function orError(handle, status) {
  if (status === 0) return handle;
  handle.close();
  return status;
}

module.exports = { UDP, createBoundHandle, isDatagramSocket: native.isDatagramSocket, kState, createOpenHandle, sender, takeDatagram };
