'use strict';
// SCHED_NONE, and UDP under either policy: the primary binds, each worker gets the socket itself, and the system decides which one
// accepts. The primary keeps it open while a worker has it, so that later workers get the same port.

const { SafeSet } = require('core/safe/collections');

class SharedHandle {
  #workers = new SafeSet();
  #handle = null;
  #errno = 0;

  constructor(address, { port, addressType, fd, flags }) {
    const created = addressType === 'udp4' || addressType === 'udp6' ?
      require('dgram/handle').createBoundHandle(address, port, addressType, fd, flags) :
      require('net/listen').createServerHandle(address, port, addressType, fd, flags);
    if (typeof created === 'number') this.#errno = created;
    else this.#handle = created;
  }

  add(worker, respond) {
    this.#workers.add(worker.id);
    respond(this.#errno, null, this.#handle);
  }

  // Returns true if it was the last: the handle is closed now.
  remove(worker) {
    if (!this.#workers.delete(worker.id) || this.#workers.size > 0) return false;
    this.#handle?.close();
    this.#handle = null;
    return true;
  }
}

module.exports = SharedHandle;
