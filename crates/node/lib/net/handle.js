'use strict';
// Sockets as Rust has them (src/bindings/net.rs), by number. Each event is one macrotask; in which phase it comes is told
// there.

const native = binding('net');
const { runCallback } = require('loop/ticks');

// Every handle that is not closed yet. Its events find it here, and it stays alive as long as it may have any.
const handles = new Map();

const ignore = () => {};

class Handle {
  onclosed = ignore;
  // Its events belong to whoever opened it.
  frame = __hexloop_context__;

  constructor(id) {
    this.id = id;
    handles.set(id, this);
  }

  ref() { native.setReferenced(this.id, true); }

  unref() { native.setReferenced(this.id, false); }

  // { address, family, port } of this end; undefined where there is none.
  localName() { return readName(native.localName(this.id)); }

  close(callback = ignore) {
    this.onclosed = callback;
    native.close(this.id);
  }
}

class ConnectionHandle extends Handle {
  onconnected = ignore;
  onread = ignore;
  onwritten = ignore;
  onshutdown = ignore;
  reading = false;
  bytesRead = 0;
  bytesWritten = 0;

  constructor(id = native.open()) {
    super(id);
  }

  // 0, or an error at once; then `onconnected` is not called.
  connect(address, port) { return native.connect(this.id, address, port); }

  connectPath(path) { native.connectPath(this.id, path); }

  readStart() {
    this.reading = true;
    return native.readStart(this.id);
  }

  readStop() {
    this.reading = false;
    native.readStop(this.id);
  }

  // 0: done; 1: `onwritten` will tell; else an error.
  write(bytes) {
    this.bytesWritten += bytes.length;
    return native.write(this.id, bytes);
  }

  shutDown() { return native.shutDown(this.id); }

  setNoDelay(enable) { native.setNoDelay(this.id, enable); }

  peerName() { return readName(native.peerName(this.id)); }
}

class ListenerHandle extends Handle {
  onconnection = ignore;
}

function readName(parts) {
  if (parts === undefined) return undefined;
  return { address: parts[0], family: parts[2], port: Number(parts[1]) };
}

// A listener, or an error number.
function listen(address, port, backlog) {
  const id = native.listen(address, port, backlog);
  return id < 0 ? id : new ListenerHandle(id);
}

function listenPath(path, backlog) {
  const id = native.listenPath(path, backlog);
  return id < 0 ? id : new ListenerHandle(id);
}

// In the order of Rust's `Event`.
const tell = [
  (handle, status) => handle.onconnected(status),
  (handle, read) => {
    if (typeof read !== 'number') handle.bytesRead += read.length;
    handle.onread(read);
  },
  (handle, status) => handle.onwritten(status),
  (handle, status) => handle.onshutdown(status),
  (handle) => {
    handles.delete(handle.id);
    handle.onclosed();
  },
  (handle, id) => {
    const connection = new ConnectionHandle(id);
    // Nobody opened it, as in Node, where it is made before the callback runs.
    connection.frame = null;
    handle.onconnection(connection);
  },
];

function emit(handle, event, value) {
  if (__hexloop_context__ !== handle.frame) __hexloop_context__ = handle.frame;
  tell[event](handle, value);
}

binding('loop').connect('netEvent', (id, event, value) => {
  const handle = handles.get(id);
  if (handle !== undefined) runCallback(emit, [handle, event, value]);
});

module.exports = { ConnectionHandle, listen, listenPath };
