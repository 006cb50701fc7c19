'use strict';
// SCHED_NONE, and datagrams under either policy: the primary binds, each worker gets the socket itself, and the system decides
// who accepts. The primary keeps it open for as long as a worker has it, so that one who comes later gets the same port.

class SharedHandle {
  #workers = new Set();
  #handle = null;
  #errno = 0;

  constructor(address, { port, addressType, fd, flags }) {
    const made = addressType === 'udp4' || addressType === 'udp6' ?
      require('dgram/handle').createBoundHandle(address, port, addressType, fd, flags) :
      require('net/listen').createServerHandle(address, port, addressType, fd, flags);
    if (typeof made === 'number') this.#errno = made;
    else this.#handle = made;
  }

  add(worker, answer) {
    this.#workers.add(worker.id);
    answer(this.#errno, null, this.#handle);
  }

  // True if that was the last: it is closed now.
  remove(worker) {
    if (!this.#workers.delete(worker.id) || this.#workers.size > 0) return false;
    this.#handle?.close();
    this.#handle = null;
    return true;
  }
}

module.exports = SharedHandle;
