'use strict';
// Handles of sockets and pipes, implemented in Rust (src/bindings/net.rs): small objects over a number.
//
//   new TCP(), new Pipe()       a stream that is not open yet: open(fd), or connect() / connectPath()
//   .readStart(), .readStop()   onread(count, source): `source` starts with `count` bytes, valid until the callback returns;
//                               takeBytes(source, 0, count) copies them to a Buffer. Negative: UV_EOF or an error; reading has stopped
//   .write(bytes), .writeText(text, isLatin1), .writev(chunks)
//                               0: written completely. 1: onwritten(status) will be called. Negative: an error
//   .shutdown()                 0: onshutdown(status) will be called, in the pending phase at the earliest
//   .close(callback)            the callback runs in the close phase, after those of cancelled requests (-ECANCELED)
//   .ref(), .unref(), .fd, .bytesRead, .bytesWritten, .getsockname(out), .getpeername(out), .setBlocking(true) …
//   bindTCP(), bindPipe(), openListener()   a Listener, or an error number; .listen(backlog); onconnection(status, handle)
//
// Any pipe or socket can be used as a stream: `new net.Socket({ fd })`, or `new net.Socket({ handle })` with one of these.
// Each event is one macrotask; Rust decides in which phase it runs. Errors are libuv's numbers.

const { arrayFilter, mathFloor, typedArrayBuffer, typedArrayByteOffset } = require('core/intrinsics');
const { newList } = require('core/safe/list');
const { each } = require('core/safe/walk');
const native = binding('net');
const { recordOrigin } = require('why/origins');
const { fail, clearContext, runTicks } = require('loop/ticks');

const UV_EOF = -4095;
const kTcp = 0;
const kPipe = 1;

const { event } = native;

// The receive buffers that reads use, by number. A buffer is not reused while its read is being dispatched.
const receiveBuffers = newList();
const receiveBuffer = (number) => (receiveBuffers[number] ??= native.receiveBuffer(number));

// Every handle that is not closed yet, by number: events look it up here, and it stays alive as long as it may have any.
const handles = newList();

// Shared with Rust as `net_event` (build.rs).
const CONNECTED = 0;
const READ = 1;
const WRITTEN = 2;
const SHUTDOWN = 3;
const CLOSED = 4;
const ACCEPTED = 5;
const RECEIVED = 6;
const SENT = 7;
const SECURED = 8;

const noop = () => {};

class Handle {
  constructor(id) {
    this.id = id;
    this.isReferenced = true;
    this.isClosed = false;
    // Its callbacks run in the async context in which it was opened.
    this.frame = __hexloop_context__;
    this.onclosed = noop;
    handles[id] = this;
    if (recordOrigin !== undefined) recordOrigin(this);
    if (__hexloop_resources__ !== undefined && this.provider !== undefined) __hexloop_resources__.emitInit(this, this.provider);
  }

  ref() {
    this.isReferenced = true;
    if (!this.isClosed) native.setRef(this.id, true);
  }

  unref() {
    this.isReferenced = false;
    if (!this.isClosed) native.setRef(this.id, false);
  }

  hasRef() { return this.isReferenced && !this.isClosed; }

  get fd() { return this.isClosed ? -1 : native.fd(this.id); }

  // Another descriptor of the same socket, or an error.
  duplicate() { return this.isClosed ? UV_EBADF : native.duplicate(this.id); }

  // Fills `out` with the local address, family and port. Returns 0 or an error.
  getsockname(out) { return this.isClosed ? UV_EBADF : fillAddress(native.getsockname(this.id), out); }

  // The same for the remote address.
  getpeername(out) { return this.isClosed ? UV_EBADF : fillAddress(native.getpeername(this.id), out); }

  close(callback) {
    if (this.isClosed) return;
    this.isClosed = true;
    if (typeof callback === 'function') this.onclosed = callback;
    native.close(this.id);
  }
}

const UV_EBADF = -9;
const UV_ENOTCONN = -107;

// Registers a pending write with async hooks.
function trackWrite(handle, status) {
  if (__hexloop_resources__ !== undefined && status > 0) __hexloop_resources__.initRequest(handle, WRITTEN, 'WRITEWRAP');
  return status;
}

class StreamHandle extends Handle {
  constructor(id) {
    super(id);
    this.reading = false;
    // Stopped by an HTTP message whose buffer is full, although the socket's `reading` is true.
    this.isPausedByParser = false;
    // The writable side is shut down.
    this.isShutdown = false;
    this.onconnected = noop;
    this.onread = noop;
    this.onwritten = noop;
    this.onshutdown = noop;
    this.owner = null;
    // Counters saved when the handle is closed.
    this.lastRead = 0;
    this.lastWritten = 0;
  }

  open(fd) { return native.open(this.id, fd); }

  readStart() {
    if (this.isClosed) return UV_EBADF;
    this.reading = true;
    this.isPausedByParser = false;
    return native.readStart(this.id);
  }

  readStop() {
    this.reading = false;
    if (!this.isClosed) native.readStop(this.id);
    return 0;
  }

  write(bytes) { return this.isClosed ? UV_EBADF : trackWrite(this, native.write(this.id, bytes)); }

  writeText(text, isLatin1) { return this.isClosed ? UV_EBADF : trackWrite(this, native.writeText(this.id, text, isLatin1)); }

  writev(chunks) {
    if (this.isClosed) return UV_EBADF;
    if (chunks.length === 2) return trackWrite(this, native.writev(this.id, chunks[0], chunks[1]));
    return trackWrite(this, native.writev(this.id, ...each(chunks)));
  }

  shutdown() {
    if (this.isClosed) return UV_ENOTCONN;
    this.isShutdown = true;
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.initRequest(this, SHUTDOWN, 'SHUTDOWNWRAP');
    return native.shutdown(this.id);
  }

  close(callback) {
    if (this.isClosed) return;
    this.#saveCounters();
    super.close(callback);
  }

  // Closes with a TCP reset.
  reset(callback) {
    if (this.isClosed) return UV_EBADF;
    this.#saveCounters();
    const status = native.reset(this.id);
    if (status === 0) {
      this.isClosed = true;
      if (typeof callback === 'function') this.onclosed = callback;
    }
    return status;
  }

  #saveCounters() {
    this.lastRead = native.bytesRead(this.id);
    this.lastWritten = native.bytesWritten(this.id);
  }

  get bytesRead() { return this.isClosed ? this.lastRead : native.bytesRead(this.id); }

  get bytesWritten() { return this.isClosed ? this.lastWritten : native.bytesWritten(this.id); }

  get writeQueueSize() { return this.isClosed ? 0 : native.writeQueueSize(this.id); }

  // Writes then block until the system has accepted everything.
  setBlocking(enable) {
    if (!this.isClosed) native.setBlocking(this.id, enable);
    return 0;
  }

  // The maximum size of one read.
  setReadSize(count) { if (!this.isClosed) native.setReadSize(this.id, count); }
}

class TCP extends StreamHandle {
  constructor(id = native.create(kTcp)) { super(id); }

  get provider() { return 'TCPWRAP'; }

  bind(address, port) { return this.isClosed ? UV_EBADF : native.bind(this.id, address, port); }

  // Returns 0, or an error at once; then `onconnected` is not called.
  connect(address, port) {
    if (this.isClosed) return UV_EBADF;
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.initRequest(this, CONNECTED, 'TCPCONNECTWRAP');
    return native.connect(this.id, address, port);
  }

  setNoDelay(enable) { return this.isClosed ? UV_EBADF : native.setNoDelay(this.id, enable); }

  setKeepAlive(enable, seconds, interval = 1, probes = 10) {
    return this.isClosed ? UV_EBADF : native.setKeepAlive(this.id, enable, seconds, interval, probes);
  }

  setTypeOfService(value) { return this.isClosed ? UV_EBADF : native.setTypeOfService(this.id, value); }

  getTypeOfService() { return this.isClosed ? UV_EBADF : native.getTypeOfService(this.id); }
}

class Pipe extends StreamHandle {
  constructor(id = native.create(kPipe)) { super(id); }

  get provider() { return 'PIPEWRAP'; }

  // Returns 0, or an error at once for an invalid path.
  connectPath(path) {
    if (this.isClosed) return UV_EBADF;
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.initRequest(this, CONNECTED, 'PIPECONNECTWRAP');
    return native.connectPipe(this.id, path);
  }
}

class TTY extends StreamHandle {
  constructor(id) { super(id); }

  get provider() { return 'TTYWRAP'; }

  // Stores columns and rows in `out`; returns 0 or an error.
  getWindowSize(out) {
    const size = this.isClosed ? UV_EBADF : binding('stdio').windowSize(this.fd);
    if (size < 0) return size;
    out[0] = mathFloor(size / 65536);
    out[1] = size % 65536;
    return 0;
  }

  // 0: normal; 1: raw; 2: raw, without output processing either.
  setRawMode(mode) { return this.isClosed ? UV_EBADF : binding('stdio').setRawMode(this.fd, mode); }
}

class Listener extends Handle {
  constructor(id, isPipe) {
    super(id);
    this.isPipe = isPipe;
    if (__hexloop_resources__ !== undefined) __hexloop_resources__.emitInit(this, isPipe ? 'PIPESERVERWRAP' : 'TCPSERVERWRAP');
    this.owner = null;
    this.onconnection = noop;
  }

  listen(backlog) { return this.isClosed ? UV_EBADF : native.listen(this.id, backlog); }

  // Converts a handle that is bound but not listening to a stream over the same socket, or returns an error. This one is closed.
  toStream() {
    const id = this.isClosed ? UV_EBADF : native.convertToStream(this.id);
    if (id < 0) return id;
    this.isClosed = true;
    if (handles[this.id] === this) handles[this.id] = undefined;
    return this.isPipe ? new Pipe(id) : new TCP(id);
  }
}

function fillAddress(parts, out) {
  if (parts === undefined) return UV_ENOTCONN;
  out.address = parts[0];
  out.family = parts[2];
  out.port = Number(parts[1]);
  return 0;
}

const bindTCP = (address, port, flags) => listenerOf(native.bindListener(address, port, flags), false);

const bindPipe = (path) => listenerOf(native.bindListenerPipe(path), true);

function openListener(fd) {
  const id = native.openListener(fd);
  return id < 0 ? id : new Listener(id, native.handleType(id) === kPipe);
}

const listenerOf = (id, isPipe) => (id < 0 ? id : new Listener(id, isPipe));

// A stream handle over a descriptor, of the right class; or an error number.
function openStream(fd) {
  const id = native.create(kPipe);
  const status = native.open(id, fd);
  if (status !== 0) {
    new Pipe(id).close();
    return status;
  }
  return new [TCP, Pipe, TTY][native.handleType(id)](id);
}

// Copies a part of a receive buffer to a Buffer. (200 ns for a kilobyte; slice() with our class takes 800.)
let FastBuffer;

function takeBytes(source, start, count) {
  // Lazily: standard output never reads, so a program that only prints does not load Buffer.
  FastBuffer ??= require('buffer').Buffer[Symbol.species];
  return new FastBuffer(count === source.length ? source : viewOf(source, start, count));
}

// Not subarray(), which would pass the buffer to a species constructor of the program.
const viewOf = (source, start, count) => new Uint8Array(typedArrayBuffer(source), typedArrayByteOffset(source) + start, count);

function dispatch(handle, kind, value, buffer) {
  if (__hexloop_context__ !== handle.frame) __hexloop_context__ = handle.frame;
  switch (kind) {
    case CONNECTED: handle.onconnected(value); break;
    case READ:
      if (value <= 0) handle.reading = false;
      handle.onread(value, value > 0 ? receiveBuffer(buffer) : undefined);
      break;
    case WRITTEN: handle.onwritten(value); break;
    case SHUTDOWN: handle.onshutdown(value); break;
    case CLOSED:
      handles[handle.id] = undefined;
      handle.onclosed();
      break;
    case ACCEPTED: accept(handle, connectionOf(handle, value)); break;
    case RECEIVED: handle.onreceived(value); break;
    case SENT: handle.onsent(value); break;
    case SECURED: handle.onsecured(value);
  }
}

const connectionOf = (listener, id) => (listener.isPipe ? new Pipe(id) : new TCP(id));

function accept(listener, connection) {
  // Without a context, as in Node, where the handle is created before the callback runs.
  connection.frame = null;
  if (recordOrigin !== undefined) recordOrigin(connection, listener);
  listener.onconnection(0, connection);
}

binding('loop').connect('netEvent', () => {
  const handle = handles[event[0]];
  if (handle === undefined) return;
  // Read these before any code of the program runs: hooks may cause other events to be dispatched.
  const kind = event[1];
  const value = event[2];
  const buffer = event[3];
  clearContext();
  let connection;
  if (__hexloop_resources__ !== undefined && (kind !== CLOSED || !(handle instanceof Listener))) {
    if (kind === ACCEPTED) {
      __hexloop_resources__.unwind();
      connection = __hexloop_resources__.triggeredBy(handle, () => connectionOf(handle, value));
    }
    __hexloop_resources__.emitBeforeEvent(handle, kind);
  }
  try {
    if (connection !== undefined) accept(handle, connection);
    else dispatch(handle, kind, value, buffer);
  } catch (error) {
    fail(error);
    return;
  }
  if (__hexloop_resources__ !== undefined) {
    __hexloop_resources__.emitAfter();
    if (handles[handle.id] !== handle) __hexloop_resources__.emitDestroy(handle);
  }
  runTicks();
});

// Open handles, for process._getActiveHandles() and the like.
const openHandles = () => arrayFilter(handles, (handle) => handle !== undefined && !handle.isClosed);

module.exports = {
  UV_EOF, Handle, Listener, Pipe, StreamHandle, TCP, TTY, bindPipe, bindTCP, openHandles, openListener, openStream, receiveBuffer, takeBytes, viewOf,
};
