'use strict';
// SCHED_RR: the primary accepts, and hands every connection to the worker that has been free longest. A worker is free when it has
// replied to the previous one, so a busy worker gets none; meanwhile connections are queued here.
//
// A connection is closed here only when the worker has accepted it. One that a worker rejects (it stopped listening meanwhile) goes
// to the next worker, and so does one whose worker died before it replied: a rolling restart loses no connection. (Node leaves
// the latter open and unanswered.)

const { SafeMap } = require('core/safe/collections');
const { arrayPush, arrayShift, arraySplice, objectAssign } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { send } = require('cluster/messages');

class RoundRobinHandle {
  #key;
  // Listening workers by id; free workers in the order in which they became free.
  #workers = new SafeMap();
  #free = new SafeMap();
  #pending = [];
  // The server until it listens, then its handle.
  #server;
  #handle = null;
  #isClosed = false;

  constructor(key, address, { port, fd, flags, backlog, readableAll, writableAll }) {
    this.#key = key;
    this.#server = require('net').createServer();
    const options = { backlog, exclusive: true };
    if (fd >= 0) {
      options.fd = fd;
    } else if (port >= 0) {
      objectAssign(options, { port, host: address, ipv6Only: Boolean(flags & 1) });
    } else {
      objectAssign(options, { path: address, readableAll, writableAll });
    }
    this.#server.once('listening', () => this.#onListening());
    this.#listen(options);
  }

  #listen(options) {
    try {
      this.#server.listen(options);
    } catch (error) {
      // The worker gets the error; the primary continues.
      if (error.errno === undefined) throw error;
      require('loop/ticks').nextTick(() => this.#server.emit('error', error));
    }
  }

  #onListening() {
    this.#handle = this.#server._handle;
    this.#handle.onconnection = (status, connection) => this.#distribute(connection);
    // The server only served to listen: its handle is ours.
    this.#server._handle = null;
    this.#server = null;
  }

  add(worker, respond) {
    this.#workers.set(worker.id, worker);
    const listening = () => {
      const sockname = {};
      if (this.#handle === null || this.#handle.isPipe) respond(null, null, null);
      else respond(this.#handle.getsockname(sockname), { sockname }, null);
      // The worker may have been removed meanwhile.
      if (this.#workers.has(worker.id)) this.#handOff(worker);
    };
    if (this.#server === null) {
      listening();
      return;
    }
    this.#server.once('listening', listening);
    this.#server.once('error', (error) => respond(error.errno, null));
  }

  // Returns true if it was the last: the handle is closed now, with all queued connections.
  remove(worker) {
    this.#free.delete(worker.id);
    if (!this.#workers.delete(worker.id) || this.#workers.size > 0) return false;
    this.#isClosed = true;
    this.#close();
    return true;
  }

  #close() {
    for (const connection of each(arraySplice(this.#pending, 0, this.#pending.length))) connection.close();
    this.#server?.close();
    this.#handle?.close();
    this.#handle = null;
  }

  #distribute(connection) {
    if (this.#isClosed) {
      connection.close();
      return;
    }
    arrayPush(this.#pending, connection);
    for (const { 1: worker } of each(this.#free)) {
      this.#free.delete(worker.id);
      this.#handOff(worker);
      return;
    }
  }

  #handOff(worker) {
    if (!this.#workers.has(worker.id)) return;
    const connection = arrayShift(this.#pending);
    if (connection === undefined) {
      this.#free.set(worker.id, worker);
      return;
    }
    send(worker.process, { act: 'newconn', key: this.#key }, connection, (reply) => {
      // The connection could not be sent (out of descriptors): a retry would loop.
      if (reply?.accepted || reply?.errno) connection.close();
      else this.#distribute(connection);
      if (reply !== undefined) this.#handOff(worker);
    });
  }
}

module.exports = RoundRobinHandle;
