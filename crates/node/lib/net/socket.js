'use strict';
// net.Socket: a handle, the side that is read (incoming.js) and the side that is written (outgoing.js).
//
// When is 'close' emitted? A handle that was opened is closed in the loop's close phase, and 'close' comes with that,
// whether the socket was destroyed or both its sides came to their end. A socket that never had a handle emits it in a
// tick. 'error' is always a tick after destroy(), so before 'close'.

const EventEmitter = require('events');
const { nextTick } = require('loop/ticks');
const { codes } = require('core/errors');
const { Incoming } = require('net/incoming');
const { Outgoing } = require('net/outgoing');
const { ConnectionHandle } = require('net/handle');
const { readArguments, refuseOptions } = require('net/address');

const END = -4095;
const NOT_CONNECTED = -107;

const UNKNOWN_OPTIONS = [
  'fd', 'onread', 'signal', 'keepAlive', 'typeOfService', 'blockList', 'highWaterMark', 'readableHighWaterMark',
  'writableHighWaterMark', 'objectMode', 'readableObjectMode', 'writableObjectMode',
];

const theBuffer = () => require('buffer').Buffer;
const systemErrors = () => require('core/system_errors');

class Socket extends EventEmitter {
  connecting = false;
  destroyed = false;
  closed = false;
  errored = null;
  server = null;
  #incoming = new Incoming(this);
  #outgoing = new Outgoing(this);
  #handle = null;
  #errorEmitted = false;
  #closeEmitted = false;
  #noDelay = false;
  #readOnConnect = false;
  // What the handle knew, for when it is gone.
  #bytesRead = 0;
  #bytesWritten = 0;
  #peerName;
  #localName;

  constructor(options) {
    super();
    options ??= {};
    refuseOptions(options, UNKNOWN_OPTIONS, 'net.Socket');
    this.allowHalfOpen = Boolean(options.allowHalfOpen);
    this.#noDelay = Boolean(options.noDelay);
    // After the other side's end a write has a better explanation than "write after end".
    this.on('end', () => {
      if (!this.allowHalfOpen) this.write = writeAfterTheirEnd;
    });
    if (options.handle instanceof ConnectionHandle) this.#accept(options.handle, options.pauseOnCreate);
    else if (options.handle != null) throw new Error("Hexloop's net.Socket does not take a handle yet");
  }

  #accept(handle, pause) {
    this.#adopt(handle);
    if (this.#noDelay) handle.setNoDelay(true);
    if (pause) this.#incoming.flowing = false;
    else this._readMore();
  }

  #adopt(handle) {
    this.#handle = handle;
    handle.onread = (read) => this.#onRead(read);
  }

  // ---- connecting ----------------------------------------------------------------------

  connect(...args) {
    const { 0: options, 1: callback } = readArguments(args);
    if (callback !== null) this.once('connect', callback);
    if (options.port === undefined && options.path == null) {
      throw new codes.ERR_MISSING_ARGS(['options', 'port', 'path']);
    }
    if (this.destroyed || this.#handle !== null) {
      throw new Error("Hexloop's net.Socket connects only once yet: make a new one");
    }
    require('net/connect').connect(this, options, {
      open: () => {
        this.#adopt(new ConnectionHandle());
        this.connecting = true;
        return this.#handle;
      },
      reopen: () => {
        this.#handle.close();
        this.#adopt(new ConnectionHandle());
        return this.#handle;
      },
      connected: () => this.#connected(),
    });
    return this;
  }

  #connected() {
    this.connecting = false;
    this.#localName = undefined;
    if (this.#noDelay) this.#handle.setNoDelay(true);
    this.emit('connect');
    this.emit('ready');
    if (this.#readOnConnect || !this.isPaused()) this._readMore();
  }

  get pending() { return this.#handle === null || this.connecting; }

  get readyState() {
    if (this.connecting) return 'opening';
    if (this.readable) return this.writable ? 'open' : 'readOnly';
    return this.writable ? 'writeOnly' : 'closed';
  }

  // ---- reading -------------------------------------------------------------------------

  #onRead(read) {
    if (typeof read !== 'number') {
      if (this.destroyed) return;
      const bytes = theBuffer().from(read.buffer, read.byteOffset, read.byteLength);
      if (!this.#incoming.push(bytes) && this.#handle !== null) this.#handle.readStop();
    } else if (read === END) {
      this.#incoming.end();
    } else {
      this.destroy(systemErrors().errnoException(read, 'read'));
    }
  }

  // There is room for more.
  _readMore() {
    if (this.destroyed || this.errored !== null || this.#incoming.ended) return;
    if (this.connecting || this.#handle === null) {
      this.#readOnConnect = true;
    } else if (!this.#handle.reading) {
      const status = this.#handle.readStart();
      if (status !== 0) this.destroy(systemErrors().errnoException(status, 'read'));
    }
  }

  _emitEnd() {
    if (this.errored !== null || this.#closeEmitted) return;
    this.#incoming.endEmitted = true;
    this.emit('end');
    if (this.writable && !this.allowHalfOpen) {
      nextTick(() => {
        if (this.writable && !this.writableEnded && !this.destroyed) this.end();
      });
    } else {
      this._destroyIfOver();
    }
  }

  on(event, listener) {
    if (event === 'readable') throw new Error("Hexloop's net.Socket has no 'readable' event yet: use 'data'");
    super.on(event, listener);
    if (event === 'data' && this.#incoming.flowing !== false) this.resume();
    return this;
  }

  addListener(event, listener) { return this.on(event, listener); }

  resume() {
    if (!this.destroyed) this.#incoming.resume();
    return this;
  }

  pause() {
    if (!this.destroyed) this.#incoming.pause();
    return this;
  }

  isPaused() { return this.#incoming.isPaused; }

  setEncoding(encoding) {
    encoding = `${encoding ?? 'utf8'}`;
    if (!theBuffer().isEncoding(encoding)) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    this.#incoming.setEncoding(encoding.toLowerCase());
    return this;
  }

  get readable() { return !this.destroyed && !this.#errorEmitted && !this.#incoming.endEmitted; }

  get readableEnded() { return this.#incoming.endEmitted; }

  get readableFlowing() { return this.#incoming.flowing; }

  get readableLength() { return this.#incoming.length; }

  get readableEncoding() { return this.#incoming.decoder?.encoding ?? null; }

  get bytesRead() { return this.#handle?.bytesRead ?? this.#bytesRead; }

  // ---- writing -------------------------------------------------------------------------

  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = null;
    }
    return this.#outgoing.write(chunk, encoding, callback) === true;
  }

  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') {
      callback = chunk;
      chunk = encoding = null;
    } else if (typeof encoding === 'function') {
      callback = encoding;
      encoding = null;
    }
    this.#outgoing.end(chunk, encoding, callback);
    return this;
  }

  // Entries of { chunk, encoding } as one write. While connecting, it waits.
  _send(entries, callback) {
    if (this.connecting) {
      const onClose = () => callback(new codes.ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
      this.once('connect', () => {
        this.off('close', onClose);
        this._send(entries, callback);
      });
      this.once('close', onClose);
      return;
    }
    const handle = this.#handle;
    if (handle === null) {
      callback(new codes.ERR_SOCKET_CLOSED());
      return;
    }
    const status = handle.write(toBytes(entries));
    const tell = (outcome) => callback(outcome === 0 ? null : systemErrors().errnoException(outcome, 'write'));
    if (status === 1) handle.onwritten = tell;
    else tell(status);
  }

  _shutDown(callback) {
    if (this.connecting) {
      this.once('connect', () => this._shutDown(callback));
      return;
    }
    const handle = this.#handle;
    if (handle === null) {
      callback();
      return;
    }
    handle.onshutdown = () => callback();
    const status = handle.shutDown();
    if (status === NOT_CONNECTED) callback();
    else if (status !== 0) callback(systemErrors().errnoException(status, 'shutdown'));
  }

  get writable() {
    return !this.destroyed && this.errored === null && !this.#outgoing.ending;
  }

  get writableEnded() { return this.#outgoing.ending; }

  get writableFinished() { return this.#outgoing.finished; }

  get writableLength() { return this.#outgoing.length; }

  get writableNeedDrain() {
    return !this.destroyed && !this.#outgoing.ending && this.#outgoing.needDrain;
  }

  // What the system or its queue has. What waits for a connection or an earlier write is not counted yet.
  get bytesWritten() { return this.#handle?.bytesWritten ?? this.#bytesWritten; }

  setNoDelay(enable = true) {
    this.#noDelay = Boolean(enable);
    this.#handle?.setNoDelay(this.#noDelay);
    return this;
  }

  // ---- the end -------------------------------------------------------------------------

  destroySoon() {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', this.destroy);
  }

  destroy(error, callback) {
    if (this.destroyed) {
      if (typeof callback === 'function') callback();
      return this;
    }
    if (this.#outgoing.hasToTell) nextTick(() => this.#outgoing.failHeld());
    if (error) this.errored ??= error;
    this.destroyed = true;
    this.connecting = false;
    const hadHandle = this.#handle !== null;
    if (hadHandle) this.#closeHandle(Boolean(error));
    this.closed = true;
    if (typeof callback === 'function') callback(error || null);
    nextTick(() => this.#sayWhy(error));
    if (!hadHandle) nextTick(() => this.emit('close'));
    this._server?._connectionClosed();
    return this;
  }

  #closeHandle(hadError) {
    const handle = this.#handle;
    this.#bytesRead = handle.bytesRead;
    this.#bytesWritten = handle.bytesWritten;
    handle.onread = () => {};
    handle.close(() => this.emit('close', hadError));
    this.#handle = null;
    this.#localName = undefined;
  }

  #sayWhy(error) {
    try {
      if (error && !this.#errorEmitted) {
        this.#errorEmitted = true;
        this.emit('error', error);
      }
    } finally {
      this.#closeEmitted = true;
    }
  }

  // After this not even data that waits is told.
  _hasSaidAll() { return this.#errorEmitted || this.#closeEmitted; }

  // Both sides have come to their end.
  _destroyIfOver() {
    if (this.#incoming.endEmitted && this.#outgoing.finished) this.destroy();
  }

  ref() {
    if (this.#handle === null) this.once('connect', this.ref);
    else this.#handle.ref();
    return this;
  }

  unref() {
    if (this.#handle === null) this.once('connect', this.unref);
    else this.#handle.unref();
    return this;
  }

  // ---- who is where --------------------------------------------------------------------

  #peer() {
    if (this.#handle !== null && !this.connecting) this.#peerName ??= this.#handle.peerName();
    return this.#peerName ?? {};
  }

  address() {
    if (this.#handle === null) return {};
    this.#localName ??= this.#handle.localName();
    return this.#localName ?? {};
  }

  get remoteAddress() { return this.#peer().address; }

  get remoteFamily() { return this.#peer().family; }

  get remotePort() { return this.#peer().port; }

  get localAddress() { return this.address().address; }

  get localFamily() { return this.address().family; }

  get localPort() { return this.address().port; }
}

function toBytes(entries) {
  const all = entries.map(({ chunk, encoding }) =>
    (typeof chunk === 'string' ? theBuffer().from(chunk, encoding) : chunk));
  return all.length === 1 ? all[0] : theBuffer().concat(all);
}

function writeAfterTheirEnd(chunk, encoding, callback) {
  if (!this.writableEnded) return Socket.prototype.write.call(this, chunk, encoding, callback);
  if (typeof encoding === 'function') callback = encoding;
  const error = new Error('This socket has been ended by the other party');
  error.code = 'EPIPE';
  if (typeof callback === 'function') nextTick(callback, error);
  this.destroy(error);
  return false;
}

module.exports = { Socket };
