'use strict';
// The `stdio` option: one entry per descriptor of the child.
//
//   { type: 'ignore' }                          the null device; beyond the first three, no descriptor
//   { type: 'pipe', fd, handle }                a socket pair; the parent's end is a handle (not for spawnSync)
//   { type: 'pipe', fd, ipc: true }             the channel
//   { type: 'inherit' } { type: 'fd', fd }      a descriptor of this process
//
// `fd` is the descriptor, in this process, that the child gets.

const { arrayBufferStaticIsView, arrayIsArray, arrayPush, classInt32Array: Int32Array, mathMax, objectAssign } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { appendAll, each } = require('core/safe/walk');
const { ERR_INVALID_ARG_VALUE, ERR_INVALID_SYNC_FORK_INPUT, ERR_IPC_ONE_PIPE, ERR_IPC_SYNC_FORK } = require('core/errors').codes;
const native = binding('child_process');

const SYNC_PIPE = -2;
const NO_FD = -1;

function stdioStringToArray(stdio, channel) {
  const options = [];
  switch (stdio) {
    case 'ignore':
    case 'overlapped':
    case 'pipe': appendAll(options, [stdio, stdio, stdio]); break;
    case 'inherit': appendAll(options, [0, 1, 2]); break;
    default: throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
  }
  if (channel) arrayPush(options, channel);
  return options;
}

const KEYWORDS = ['ignore', 'pipe', 'overlapped', 'ipc', 'inherit'];
const isSyncInput = (stdio) => (typeof stdio === 'string' && !isIn(KEYWORDS, stdio)) || arrayBufferStaticIsView(stdio);

// The descriptor of a stream or handle.
function descriptorOf(stdio) {
  const handle = stdio._handle ?? stdio.handle ?? stdio;
  return typeof handle.fd === 'number' && handle.fd >= 0 ? handle.fd : undefined;
}

class StdioPlan {
  entries = [];
  channel = undefined;
  channelIndex = undefined;
  // An error number: out of descriptors.
  errno = 0;

  constructor(stdio, isSync) {
    this.isSync = isSync;
    if (typeof stdio === 'string') stdio = stdioStringToArray(stdio);
    else if (!arrayIsArray(stdio)) throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
    try {
      for (let index = 0; index < mathMax(3, stdio.length); index++) {
        // As in Node, other strings and buffers are skipped here, and the following descriptors move up.
        if (isSync && isSyncInput(stdio[index])) continue;
        arrayPush(this.entries, this.#entry(stdio[index], index));
      }
    } catch (error) {
      this.closeAll();
      throw error;
    }
  }

  #entry(stdio, index) {
    if (stdio == null) stdio = index < 3 ? 'pipe' : 'ignore';
    if (stdio === 'ignore') return { type: 'ignore', fd: NO_FD };
    if (stdio === 'pipe' || stdio === 'overlapped' || (typeof stdio === 'number' && stdio < 0)) return this.#pipe(index, stdio);
    if (stdio === 'ipc') return this.#channel(index);
    if (stdio === 'inherit') return { type: 'inherit', fd: index };
    if (typeof stdio === 'number') return { type: 'fd', fd: stdio };
    if (typeof stdio === 'object' || typeof stdio === 'function') {
      if (typeof stdio.fd === 'number') return { type: 'fd', fd: stdio.fd };
      const fd = descriptorOf(stdio);
      if (fd !== undefined) return { type: 'wrap', fd, stream: stdio };
    }
    if (isSyncInput(stdio)) throw new ERR_INVALID_SYNC_FORK_INPUT(require('inspect/inspect').inspect(stdio));
    throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
  }

  #pipe(index, type) {
    const entry = { type: type === 'overlapped' ? type : 'pipe', readable: index === 0, writable: index !== 0 };
    if (this.isSync) entry.fd = SYNC_PIPE;
    else objectAssign(entry, this.#pair());
    return entry;
  }

  #channel(index) {
    if (this.isSync) throw new ERR_IPC_SYNC_FORK();
    if (this.channel !== undefined) throw new ERR_IPC_ONE_PIPE();
    const entry = { type: 'pipe', ipc: true, ...this.#pair() };
    this.channel = entry.parentEnd;
    this.channelIndex = index;
    return entry;
  }

  #pair() {
    const ends = native.socketpair();
    if (typeof ends !== 'number') return { parentEnd: ends[0], fd: ends[1] };
    this.errno ||= ends;
    return { fd: NO_FD };
  }

  descriptors() {
    return Int32Array.from(this.entries, (entry) => entry.fd);
  }

  // The child has its ends now, or was not started.
  closeChildEnds() {
    for (const entry of each(this.entries)) {
      if (entry.parentEnd !== undefined) native.closeFd(entry.fd);
    }
  }

  closeAll() {
    this.closeChildEnds();
    for (const entry of each(this.entries)) {
      if (entry.parentEnd !== undefined) native.closeFd(entry.parentEnd);
    }
  }
}

module.exports = { StdioPlan, stdioStringToArray };
