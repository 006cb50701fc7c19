'use strict';
// The settings of a datagram socket: TTL, multicast groups, sizes of buffers, whether it keeps the process alive.

const { codes } = require('core/errors');
const validate = require('core/validate');
const { kState } = require('dgram/handle');

const systemErrors = () => require('core/system_errors');

function throwIfError(status, syscall) {
  if (status !== 0) throw systemErrors().errnoException(status, syscall);
}

// `openHandle` returns the handle of a socket, and throws if it is closed.
function defineSettings(prototype, openHandle) {
  prototype.setBroadcast = function(on) {
    throwIfError(this[kState].handle.setBroadcast(Boolean(on)), 'setBroadcast');
  };

  prototype.setTTL = function(ttl) {
    validate.validateNumber(ttl, 'ttl');
    throwIfError(this[kState].handle.setTTL(ttl), 'setTTL');
    return ttl;
  };

  prototype.setMulticastTTL = function(ttl) {
    validate.validateNumber(ttl, 'ttl');
    throwIfError(this[kState].handle.setMulticastTTL(ttl), 'setMulticastTTL');
    return ttl;
  };

  prototype.setMulticastLoopback = function(on) {
    throwIfError(this[kState].handle.setMulticastLoopback(Boolean(on)), 'setMulticastLoopback');
    return on;
  };

  prototype.setMulticastInterface = function(interfaceAddress) {
    const handle = openHandle(this);
    validate.validateString(interfaceAddress, 'interfaceAddress');
    throwIfError(handle.setMulticastInterface(interfaceAddress), 'setMulticastInterface');
  };

  function membership(socket, joins, group, from, syscall) {
    const handle = openHandle(socket);
    if (!group) throw new codes.ERR_MISSING_ARGS('multicastAddress');
    throwIfError(handle.setMembership(joins, `${group}`, from), syscall);
  }

  prototype.addMembership = function(multicastAddress, interfaceAddress) {
    membership(this, true, multicastAddress, interfaceAddress, 'addMembership');
  };

  prototype.dropMembership = function(multicastAddress, interfaceAddress) {
    membership(this, false, multicastAddress, interfaceAddress, 'dropMembership');
  };

  function sourceMembership(socket, joins, source, group, from, syscall) {
    const handle = openHandle(socket);
    validate.validateString(source, 'sourceAddress');
    validate.validateString(group, 'groupAddress');
    throwIfError(handle.setSourceMembership(joins, source, group, from), syscall);
  }

  prototype.addSourceSpecificMembership = function(sourceAddress, groupAddress, interfaceAddress) {
    sourceMembership(this, true, sourceAddress, groupAddress, interfaceAddress, 'addSourceSpecificMembership');
  };

  prototype.dropSourceSpecificMembership = function(sourceAddress, groupAddress, interfaceAddress) {
    sourceMembership(this, false, sourceAddress, groupAddress, interfaceAddress, 'dropSourceSpecificMembership');
  };

  prototype.ref = function() {
    this[kState].handle?.ref();
    return this;
  };

  prototype.unref = function() {
    this[kState].handle?.unref();
    return this;
  };

  function bufferSize(socket, size, isReceiving) {
    if (size >>> 0 !== size) throw new codes.ERR_SOCKET_BAD_BUFFER_SIZE();
    const result = socket[kState].handle.bufferSize(size, isReceiving);
    if (result >= 0) return result;
    const { systemErrorMessage, systemErrorName } = systemErrors();
    throw new codes.ERR_SOCKET_BUFFER_SIZE({
      errno: result,
      code: systemErrorName(result),
      message: systemErrorMessage(result),
      syscall: isReceiving ? 'uv_recv_buffer_size' : 'uv_send_buffer_size',
    });
  }

  prototype.setRecvBufferSize = function(size) { bufferSize(this, size, true); };

  prototype.setSendBufferSize = function(size) { bufferSize(this, size, false); };

  prototype.getRecvBufferSize = function() { return bufferSize(this, 0, true); };

  prototype.getSendBufferSize = function() { return bufferSize(this, 0, false); };

  prototype.getSendQueueSize = function() { return this[kState].handle.queuedBytes; };

  prototype.getSendQueueCount = function() { return this[kState].handle.queuedCount; };
}

module.exports = { defineSettings };
