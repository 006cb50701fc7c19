'use strict';
// TLS over a JavaScript stream: a handle like those of net/handle.js, over any Duplex.
//
//   'data' of the Duplex ─▶ receiveCiphertext ─▶ records ─▶ onread          write ─▶ takeCiphertext ─▶ the Duplex
//
// A record has its own memory, which the socket handles like a receive buffer.

const globals = require('globals');
const { arrayMap } = require('core/intrinsics');
const { nextTick } = require('loop/ticks');
const { UV_EOF } = require('net/handle');
const native = binding('tls');

const noop = () => {};
const UV_ECANCELED = -125;
const UV_EPIPE = -32;

class DuplexHandle {
  constructor(stream) {
    if (typeof stream.write !== 'function' || typeof stream.pause !== 'function') {
      throw new (require('core/errors').codes.ERR_INVALID_ARG_TYPE)('socket', 'Duplex', stream);
    }
    this.stream = stream;
    this.wrap = null;
    this.reading = false;
    this.isPausedByParser = false;
    this.isShutdown = false;
    this.isClosed = false;
    this.hasEnded = false;
    // Our writes that the stream has not called back for.
    this.pending = 0;
    this.isWriting = false;
    this.shutdownPending = false;
    this.onread = noop;
    this.onwritten = noop;
    this.onshutdown = noop;
    this.onsecured = noop;
    this.owner = null;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.readSize = 65536;
    this.isProcessing = false;
    this.isScheduled = false;
    this.streamEnded = false;
  }

  secure(wrap) {
    this.wrap = wrap;
    const { stream } = this;
    stream.on('data', (chunk) => this.#onData(chunk));
    stream.on('end', () => {
      this.streamEnded = true;
      this.advance();
    });
    stream.on('error', (error) => this.owner?.emit('error', error));
    stream.on('close', () => {
      this.streamEnded = true;
      if (!this.isClosed) this.advance();
    });
    this.flush();
    return 0;
  }

  #onData(chunk) {
    if (this.isClosed || !this.wrap.isOpen) return;
    native.receiveCiphertext(this.wrap.number, typeof chunk === 'string' ? globals.Buffer.from(chunk) : chunk);
    this.processRecords();
  }

  advance() {
    if (this.isProcessing || this.isScheduled) return;
    this.isScheduled = true;
    nextTick(() => {
      this.isScheduled = false;
      this.processRecords();
    });
  }

  processRecords() {
    if (this.isProcessing || this.isClosed) return;
    this.isProcessing = true;
    try {
      while (!this.isClosed && this.wrap.isOpen && this.#step());
    } finally {
      this.isProcessing = false;
    }
  }

  #step() {
    const { number } = this.wrap;
    const events = native.takeEvents(number);
    if (events !== 0) {
      this.flush();
      this.onsecured(events);
      return true;
    }
    this.flush();
    this.#finishWrite(0);
    if (!this.reading) return false;
    const record = native.readPlaintext(number, this.readSize);
    if (record !== undefined) {
      this.bytesRead += record.length;
      this.onread(record.length, record);
      return true;
    }
    if ((this.streamEnded || native.isAtEnd(number)) && !this.hasEnded) {
      this.hasEnded = true;
      this.reading = false;
      this.onread(UV_EOF);
    }
    return false;
  }

  // Writes pending TLS output to the stream.
  flush() {
    if (this.isClosed || !this.wrap.isOpen) return;
    const out = native.takeCiphertext(this.wrap.number);
    if (out !== undefined && !this.stream.destroyed && this.stream.writable) {
      this.pending++;
      this.stream.write(globals.Buffer.from(out), (error) => {
        this.pending--;
        this.#finishWrite(error ? UV_EPIPE : 0);
      });
    }
  }

  #finishWrite(status) {
    if (this.isClosed || this.pending > 0 || !this.wrap.isOpen || (status === 0 && !native.isIdle(this.wrap.number))) return;
    if (this.isWriting) {
      this.isWriting = false;
      this.onwritten(status);
    }
    if (this.shutdownPending && !this.isClosed) this.#endStream();
  }

  readStart() {
    this.reading = true;
    this.isPausedByParser = false;
    if (this.wrap !== null) {
      this.stream.resume();
      this.advance();
    }
    return 0;
  }

  readStop() {
    this.reading = false;
    if (this.wrap !== null) this.stream.pause();
    return 0;
  }

  write(bytes) {
    if (this.isClosed || !this.wrap.isOpen) return UV_EPIPE;
    this.bytesWritten += bytes.byteLength;
    native.write(this.wrap.number, bytes);
    this.isWriting = true;
    this.flush();
    if (this.pending === 0) this.advance();
    return 1;
  }

  writeText(text, isLatin1) { return this.write(globals.Buffer.from(text, isLatin1 ? 'latin1' : 'utf8')); }

  writev(chunks) {
    return this.write(globals.Buffer.concat(arrayMap(chunks, (chunk) => (typeof chunk === 'string' ? globals.Buffer.from(chunk) : chunk))));
  }

  shutdown() {
    if (this.isClosed) return -107;
    this.isShutdown = true;
    if (this.wrap?.isOpen) {
      native.end(this.wrap.number);
      this.flush();
    }
    this.shutdownPending = true;
    if (this.pending === 0) nextTick(() => { if (this.shutdownPending && !this.isClosed) this.#endStream(); });
    return 0;
  }

  #endStream() {
    this.shutdownPending = false;
    if (this.stream.destroyed || this.stream.writableEnded) this.onshutdown(0);
    else this.stream.end(() => { if (!this.isClosed) this.onshutdown(0); });
  }

  close(callback) {
    if (this.isClosed) return;
    this.isClosed = true;
    const done = () => {
      if (this.isWriting) this.onwritten(UV_ECANCELED);
      if (this.shutdownPending) this.onshutdown(UV_ECANCELED);
      callback?.();
    };
    if (this.stream.closed) {
      nextTick(done);
      return;
    }
    this.stream.once('close', done);
    this.stream.destroy();
  }

  get _parentWrap() { return new (require('tls/stream_socket').JSStreamSocket)(this.stream); }

  get writeQueueSize() { return this.stream.writableLength; }

  setReadSize(count) { this.readSize = count; }

  ref() { this.stream.ref?.(); }

  unref() { this.stream.unref?.(); }

  hasRef() { return true; }
}

module.exports = { DuplexHandle };
