'use strict';
// Counts the connections of a server that were sent to another process: getConnections() includes them, and close() waits for
// them. The sending side requests the count by internal messages; the receiving side counts and replies.

const { reflectApply } = require('core/intrinsics');
const EventEmitter = require('events');
const { codes } = require('core/errors');

const kLists = Symbol('kSocketLists');

// On the sending side.
class SocketListSend extends EventEmitter {
  constructor(child, key) {
    super();
    this.key = key;
    this.child = child;
    child.once('exit', () => this.emit('exit', this));
  }

  #request(message, reply, swallowErrors, callback) {
    const { child, key } = this;
    if (!child.connected) {
      callback();
      return;
    }
    const finish = (...args) => {
      child.removeListener('internalMessage', onMessage);
      child.removeListener('disconnect', onDisconnect);
      reflectApply(callback, undefined, args);
    };
    const onMessage = (received) => {
      if (received.cmd === reply && received.key === key) finish(null, received);
    };
    const onDisconnect = () => finish(new codes.ERR_CHILD_CLOSED_BEFORE_REPLY());
    child._send({ cmd: message, key }, undefined, swallowErrors, (error) => {
      if (error) finish(error);
    });
    child.on('internalMessage', onMessage);
    child.on('disconnect', onDisconnect);
  }

  close(callback) {
    this.#request('NODE_SOCKET_NOTIFY_CLOSE', 'NODE_SOCKET_ALL_CLOSED', true, callback);
  }

  getConnections(callback) {
    this.#request('NODE_SOCKET_GET_COUNT', 'NODE_SOCKET_COUNT', false, (error, reply) => {
      if (error) callback(error);
      else callback(null, reply?.count ?? 0);
    });
  }
}

// On the receiving side.
class SocketListReceive extends EventEmitter {
  #connections = 0;

  constructor(child, key) {
    super();
    const reply = (cmd, count) => child._send({ cmd, key, count }, undefined, true);
    child.on('internalMessage', (message) => {
      if (message.key !== key) return;
      if (message.cmd === 'NODE_SOCKET_GET_COUNT') {
        reply('NODE_SOCKET_COUNT', this.#connections);
      } else if (message.cmd === 'NODE_SOCKET_NOTIFY_CLOSE') {
        const allClosed = () => reply('NODE_SOCKET_ALL_CLOSED');
        if (this.#connections === 0) allClosed();
        else this.once('empty', allClosed);
      }
    });
  }

  add(socket) {
    this.#connections++;
    socket.once('close', () => {
      this.#connections--;
      if (this.#connections === 0) this.emit('empty');
    });
  }
}

// The list of a target for that server, created on first use (`onCreated` is called then).
function socketListFor(target, direction, key, onCreated, List) {
  const lists = target.channel[kLists] ??= { send: { __proto__: null }, got: { __proto__: null } };
  if (lists[direction][key] === undefined) {
    lists[direction][key] = new List(target, key);
    onCreated(lists[direction][key]);
  }
  return lists[direction][key];
}

module.exports = { SocketListReceive, SocketListSend, socketListFor };
