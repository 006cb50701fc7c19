'use strict';
// The IPC channel between a process and a forked child, for both ends: send(), 'message', disconnect().
//
//   send(message, handle) ─▶ serialization.js ─▶ channel.rs ═══ socket ═══ channel.rs ─▶ serialization.js ─▶ 'message'
//
// A handle (a socket, a server: handles.js) is sent as a descriptor beside its message, one at a time: the peer acknowledges it
// (NODE_HANDLE_ACK), and until then further messages wait in `_handleQueue`. Messages whose `cmd` begins with NODE_ are internal
// and are emitted as 'internalMessage'.
//
// A write fails with EPIPE when the peer has closed its end and this side has not read EOF yet. As in Node, only the send() of a
// plain message that fails at once reports it. With a handle, or after the write was queued, the callback is called without an
// error, and the end of the channel, which follows, closes the handle.

const { arrayPush, arrayShift, arraySplice, stringStartsWith } = require('core/intrinsics');
const globals = require('globals');
const { SafeSet } = require('core/safe/collections');
const { isIn } = require('core/safe/lists');
const { appendAll, each } = require('core/safe/walk');
const EventEmitter = require('events');
const { recordOrigin } = require('why/origins');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { errnoException } = require('core/system_errors');
const { channels } = require('child_process/native_events');
const native = binding('child_process');

const END = -4095;
// send() returns false from this many queued bytes on.
const MAX_QUEUED_BYTES = 65536 * 2;
// How often a handle that did not arrive is sent again.
const MAX_RETRIES = 3;
// The peer, or this end, is closed.
const PEER_GONE = new SafeSet([-32, -104, -125]); // EPIPE, ECONNRESET, ECANCELED
// Results of native.send() besides 0 and errors.
// Shared with Rust as `channel_send` (build.rs).
const QUEUED = 1;
const COMPLETES_LATER = 2;

const kPending = Symbol('kPendingMessages');
const INTERNAL = 'NODE_';

// The native end.
class Pipe {
  frame = __hexloop_context__;
  isReferenced = true;
  isClosed = false;
  queuedBytes = 0;
  pendingWrites = [];
  descriptors = [];

  constructor(fd, connection) {
    this.fd = fd;
    this.id = native.openChannel(fd);
    if (this.id < 0) throw errnoException(this.id, 'open');
    this.connection = connection;
    channels.set(this.id, this);
    if (recordOrigin !== undefined) recordOrigin(this);
  }

  // 0: written. 1: callback(status) follows. Negative: an error.
  write(bytes, descriptor, callback) {
    const status = native.send(this.id, bytes, descriptor);
    if (status !== QUEUED && status !== COMPLETES_LATER) return status;
    const length = status === QUEUED ? bytes.length : 0;
    this.queuedBytes += length;
    arrayPush(this.pendingWrites, { length, callback });
    return 1;
  }

  onsent(status) {
    const { length, callback } = arrayShift(this.pendingWrites);
    this.queuedBytes -= length;
    if (this.isClosed && this.pendingWrites.length === 0) channels.delete(this.id);
    callback(status);
  }

  onreceived(bytes, descriptors) {
    if (typeof bytes !== 'number') {
      appendAll(this.descriptors, descriptors);
      this.connection.onData(bytes);
    } else {
      this.connection.onEnd();
    }
  }

  setReading(isReading) { native.setChannelReading(this.id, isReading); }

  ref() { this.#setRef(true); }

  unref() { this.#setRef(false); }

  #setRef(isReferenced) {
    this.isReferenced = isReferenced;
    native.setChannelRef(this.id, isReferenced);
  }

  // Pending writes complete with an error in the close phase.
  close() {
    if (this.isClosed) return;
    this.isClosed = true;
    this.fd = -1;
    for (const fd of each(arraySplice(this.descriptors, 0, this.descriptors.length))) native.closeFd(fd);
    native.closeChannel(this.id);
    if (this.pendingWrites.length === 0) channels.delete(this.id);
  }
}

// child.channel and process.channel.
class Control extends EventEmitter {
  #pipe;
  #listeners = 0;
  #isRefExplicit = false;
  [kPending] = [];

  constructor(pipe) {
    super();
    this.#pipe = pipe;
  }

  // For listeners; an explicit ref() or unref() of the program takes precedence.
  refCounted() {
    if (++this.#listeners === 1 && !this.#isRefExplicit) this.#pipe.ref();
  }

  unrefCounted() {
    if (--this.#listeners === 0 && !this.#isRefExplicit) {
      this.#pipe.unref();
      this.emit('unref');
    }
  }

  ref() {
    this.#isRefExplicit = true;
    this.#pipe.ref();
  }

  unref() {
    this.#isRefExplicit = true;
    this.#pipe.unref();
  }

  get fd() { return this.#pipe.fd; }
}

const isInternal = (message) => message !== null && typeof message === 'object' && typeof message.cmd === 'string' &&
  message.cmd.length > INTERNAL.length && stringStartsWith(message.cmd, INTERNAL);

const isAcknowledgement = (message) => message?.cmd === 'NODE_HANDLE_ACK' || message?.cmd === 'NODE_HANDLE_NACK';

class Connection {
  isClosed = false;

  constructor(target, fd, mode) {
    this.target = target;
    this.pipe = new Pipe(fd, this);
    this.serializer = require('child_process/serialization').create(mode);
    this.control = new Control(this.pipe);
  }

  // ---- incoming

  onData(bytes) {
    for (const message of each(this.serializer.parse(bytes))) {
      if (this.isClosed) return;
      if (!isInternal(message)) this.#deliver('message', message, undefined);
      else if (message.cmd === 'NODE_HANDLE') this.#receiveHandle(message);
      else this.#deliver('internalMessage', message, undefined);
    }
  }

  #deliver(event, message, handle) {
    if (this.target.channel) nextTick(deliver, this, event, message, handle);
  }

  // Descriptors arrive in the order of their messages.
  #receiveHandle(message) {
    const descriptor = arrayShift(this.pipe.descriptors);
    this.#deliver('internalMessage', message, undefined);
    if (descriptor === undefined) {
      this.target._send({ cmd: 'NODE_HANDLE_NACK' }, null, true);
      return;
    }
    this.target._send({ cmd: 'NODE_HANDLE_ACK' }, null, true);
    const { receive } = require('child_process/handles');
    receive(this.target, message, descriptor, (handle) => this.#deliver(isInternal(message.msg) ? 'internalMessage' : 'message', message.msg, handle));
  }

  onEnd() {
    const { target } = this;
    // The rest of a partial message will not come.
    this.serializer.reset();
    if (target.connected) target.disconnect();
    // The pending handle will not be acknowledged. (Node keeps waiting, and never emits 'disconnect'.)
    if (target.channel) target._disconnect();
    this.close();
    // As in Node, a channel that this side closes is not counted: the child then has no 'close'.
    if (target !== globals.process) require('child_process/child').maybeClose(target);
  }

  close() {
    if (this.isClosed) return;
    this.isClosed = true;
    this.pipe.close();
  }

  // ---- outgoing

  // `prepared` is the handle to send, from handles.js. Returns false under backpressure.
  write(message, prepared, options, callback) {
    const bytes = this.serializer.format(message);
    const status = this.pipe.write(bytes, prepared?.handle.fd ?? -1, (outcome) => this.#onWritten(outcome, prepared, options, callback));
    if (status < 0) reportWriteError(this.target, status, options, callback);
    else if (status === 0 && typeof callback === 'function') nextTick(callback, null);
    return this.pipe.queuedBytes < MAX_QUEUED_BYTES;
  }

  #onWritten(status, prepared, options, callback) {
    if (status === 0 || PEER_GONE.has(status)) {
      if (typeof callback === 'function') callback(null);
      return;
    }
    // The system could not send the handle, so it will not be acknowledged.
    reportWriteError(this.target, status, options, callback);
    if (prepared !== undefined && this.target._pendingMessage?.message === prepared.message) onHandleAcknowledged(this);
  }
}

function deliver(connection, event, message, handle) {
  const { target, control } = connection;
  if (event === 'internalMessage' || target.listenerCount('message') > 0) target.emit(event, message, handle);
  // Buffered for the first listener.
  else arrayPush(control[kPending], [event, message, handle]);
}

function reportWriteError(target, status, options, callback) {
  if (options.swallowErrors) return;
  const error = errnoException(status, 'write');
  if (typeof callback === 'function') nextTick(callback, error);
  else nextTick(() => target.emit('error', error));
}

// Methods of a target (a ChildProcess, or process itself).
const methods = {
  send(message, handle, options, callback) {
    if (typeof handle === 'function') {
      callback = handle;
      handle = undefined;
      options = undefined;
    } else if (typeof options === 'function') {
      callback = options;
      options = undefined;
    } else if (options !== undefined) {
      require('core/validate').validateObject(options, 'options');
    }
    options = { swallowErrors: false, ...options };
    if (this.connected) return this._send(message, handle, options, callback);
    const error = new codes.ERR_IPC_CHANNEL_CLOSED();
    if (typeof callback === 'function') nextTick(callback, error);
    else nextTick(() => this.emit('error', error));
    return false;
  },

  disconnect() {
    if (!this.connected) {
      this.emit('error', new codes.ERR_IPC_DISCONNECTED());
      return;
    }
    this.connected = false;
    // Messages that are queued behind a handle are sent first.
    if (!this._handleQueue) this._disconnect();
  },
};

function checkMessage(message) {
  if (message === undefined) throw new codes.ERR_MISSING_ARGS('message');
  // JSON has no functions, symbols or bigints.
  if (!isIn(['string', 'object', 'number', 'boolean'], typeof message)) {
    throw new codes.ERR_INVALID_ARG_TYPE('message', ['string', 'object', 'number', 'boolean'], message);
  }
}

function makeSend(connection) {
  return function _send(message, handle, options, callback) {
    checkMessage(message);
    if (typeof options === 'boolean') options = { swallowErrors: options };
    options ??= { swallowErrors: false };
    if (this._handleQueue && !isAcknowledgement(message)) {
      if (callback !== undefined) require('core/validate').validateFunction(callback, 'callback');
      arrayPush(this._handleQueue, { message, handle, options, callback });
      return this._handleQueue.length === 1;
    }
    // If the socket was closed meanwhile the message is sent alone.
    const prepared = handle ? require('child_process/handles').prepare(this, message, handle, options) : undefined;
    if (prepared === undefined) return connection.write(message, undefined, options, callback);
    const isBelowLimit = connection.write(prepared.message, prepared, options, callback);
    this._handleQueue = [];
    this._pendingMessage = { ...prepared, options, retries: 0 };
    return isBelowLimit;
  };
}

// The peer has received the last handle, or will not.
function onInternalMessage(connection, message) {
  if (!isAcknowledgement(message)) return;
  const pending = connection.target._pendingMessage;
  if (pending && message.cmd === 'NODE_HANDLE_NACK') {
    if (++pending.retries <= MAX_RETRIES) {
      connection.write(pending.message, pending, pending.options);
      return;
    }
    globals.process.emitWarning('Handle did not reach the receiving process correctly', 'SentHandleNotReceivedWarning');
  }
  onHandleAcknowledged(connection);
}

// Sends what was queued behind the handle.
function onHandleAcknowledged({ target }) {
  if (target._pendingMessage) closePending(target);
  const queue = target._handleQueue;
  target._handleQueue = null;
  for (const entry of each(queue ?? [])) target._send(entry.message, entry.handle, entry.options, entry.callback);
  if (!target.connected && target.channel && !target._handleQueue) target._disconnect();
}

function closePending(target) {
  const { handle, closesAfterSend } = target._pendingMessage;
  target._pendingMessage = null;
  if (closesAfterSend) handle.close();
}

// Messages that waited for the acknowledgement were never sent, and their handles stay the program's. (Node reports nothing.)
function failQueue(target) {
  const queue = target._handleQueue ?? [];
  target._handleQueue = null;
  for (const { options, callback } of each(queue)) {
    if (typeof callback === 'function' && !options.swallowErrors) nextTick(callback, new codes.ERR_IPC_CHANNEL_CLOSED());
  }
}

function makeDisconnect(connection) {
  return function _disconnect() {
    // Marks the channel as closing.
    this.channel = null;
    if (this._pendingMessage) closePending(this);
    failQueue(this);
    let isDone = false;
    const finish = () => {
      if (isDone) return;
      isDone = true;
      connection.close();
      this.emit('disconnect');
    };
    if (connection.serializer.hasPartialMessage) {
      this.once('message', finish);
      this.once('internalMessage', finish);
    } else {
      nextTick(finish);
    }
  };
}

function deliverPending(target) {
  if (!target.channel || target.listenerCount('message') === 0) return;
  const pending = target.channel[kPending];
  target.channel[kPending] = [];
  for (const { 0: event, 1: message, 2: handle } of each(pending)) target.emit(event, message, handle);
}

function setupChannel(target, fd, mode) {
  const connection = new Connection(target, fd, mode);
  target.channel = connection.control;
  target._handleQueue = null;
  target._pendingMessage = null;
  target.on('newListener', () => nextTick(deliverPending, target));
  target.on('internalMessage', (message) => onInternalMessage(connection, message));
  target.send = methods.send;
  target._send = makeSend(connection);
  target.disconnect = methods.disconnect;
  target._disconnect = makeDisconnect(connection);
  target.connected = true;
  connection.pipe.setReading(true);
  return connection.control;
}

// In a forked child: process is the target, and the channel is referenced while there are listeners.
function openInChild(fd, mode) {
  const { process } = globalThis;
  const isChannelEvent = (name) => name === 'message' || name === 'disconnect';
  const control = setupChannel(process, fd, mode);
  control.refCounted();
  control.unrefCounted();
  process.on('newListener', (name) => {
    if (isChannelEvent(name)) control.refCounted();
  });
  process.on('removeListener', (name) => {
    if (isChannelEvent(name)) control.unrefCounted();
  });
}

module.exports = { END, openInChild, setupChannel };
