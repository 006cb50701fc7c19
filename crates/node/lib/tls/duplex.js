'use strict';
// TLS over a stream that is JavaScript's own: what a handle of net is to a socket (net/handle.js), over any Duplex.
//
//   the Duplex's data ─▶ takeIn ─▶ records ─▶ onread          write ─▶ takeOut ─▶ the Duplex
//
// A record is memory of its own, which the socket above takes as it takes a receive buffer of net's.

const { nextTick } = require('loop/ticks');
const { END } = require('net/handle');
const native = binding('tls');

const ignore = () => {};
const CANCELED = -125;
const BROKEN = -32;

class DuplexHandle {
  constructor(stream) {
    if (typeof stream.write !== 'function' || typeof stream.pause !== 'function') {
      throw new (require('core/errors').codes.ERR_INVALID_ARG_TYPE)('socket', 'Duplex', stream);
    }
    this.stream = stream;
    this.link = null;
    this.reading = false;
    this.isHeld = false;
    this.isShut = false;
    this.isClosed = false;
    this.hasEnded = false;
    // Writes of ours that the stream has not called back.
    this.pending = 0;
    this.isWriting = false;
    this.endsLater = false;
    this.onread = ignore;
    this.onwritten = ignore;
    this.onshutdown = ignore;
    this.onsecured = ignore;
    this.owner = null;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.room = 65536;
    this.isSettling = false;
    this.isDue = false;
    this.streamEnded = false;
  }

  secure(link) {
    this.link = link;
    const { stream } = this;
    stream.on('data', (chunk) => this.#take(chunk));
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

  #take(chunk) {
    if (this.isClosed || !this.link.isOpen) return;
    native.takeIn(this.link.number, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    this.settle();
  }

  advance() {
    if (this.isSettling || this.isDue) return;
    this.isDue = true;
    nextTick(() => {
      this.isDue = false;
      this.settle();
    });
  }

  settle() {
    if (this.isSettling || this.isClosed) return;
    this.isSettling = true;
    try {
      while (!this.isClosed && this.link.isOpen && this.#once());
    } finally {
      this.isSettling = false;
    }
  }

  #once() {
    const { number } = this.link;
    const news = native.news(number);
    if (news !== 0) {
      this.flush();
      this.onsecured(news);
      return true;
    }
    this.flush();
    this.#finishWrite(0);
    if (!this.reading) return false;
    const record = native.record(number, this.room);
    if (record !== undefined) {
      this.bytesRead += record.length;
      this.onread(record.length, record);
      return true;
    }
    if ((this.streamEnded || native.isAtEnd(number)) && !this.hasEnded) {
      this.hasEnded = true;
      this.reading = false;
      this.onread(END);
    }
    return false;
  }

  // What there is to send goes to the stream.
  flush() {
    if (this.isClosed || !this.link.isOpen) return;
    const out = native.takeOut(this.link.number);
    if (out !== undefined && !this.stream.destroyed && this.stream.writable) {
      this.pending++;
      this.stream.write(Buffer.from(out), (error) => {
        this.pending--;
        this.#finishWrite(error ? BROKEN : 0);
      });
    }
  }

  #finishWrite(status) {
    if (this.isClosed || this.pending > 0 || !this.link.isOpen || (status === 0 && !native.isIdle(this.link.number))) return;
    if (this.isWriting) {
      this.isWriting = false;
      this.onwritten(status);
    }
    if (this.endsLater && !this.isClosed) this.#endNow();
  }

  readStart() {
    this.reading = true;
    this.isHeld = false;
    if (this.link !== null) {
      this.stream.resume();
      this.advance();
    }
    return 0;
  }

  readStop() {
    this.reading = false;
    if (this.link !== null) this.stream.pause();
    return 0;
  }

  write(bytes) {
    if (this.isClosed || !this.link.isOpen) return BROKEN;
    this.bytesWritten += bytes.byteLength;
    native.write(this.link.number, bytes);
    this.isWriting = true;
    this.flush();
    if (this.pending === 0) this.advance();
    return 1;
  }

  writeText(text, isLatin1) { return this.write(Buffer.from(text, isLatin1 ? 'latin1' : 'utf8')); }

  writeAll(chunks) {
    return this.write(Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))));
  }

  shutdown() {
    if (this.isClosed) return -107;
    this.isShut = true;
    if (this.link?.isOpen) {
      native.end(this.link.number);
      this.flush();
    }
    this.endsLater = true;
    if (this.pending === 0) nextTick(() => { if (this.endsLater && !this.isClosed) this.#endNow(); });
    return 0;
  }

  #endNow() {
    this.endsLater = false;
    if (this.stream.destroyed || this.stream.writableEnded) this.onshutdown(0);
    else this.stream.end(() => { if (!this.isClosed) this.onshutdown(0); });
  }

  close(callback) {
    if (this.isClosed) return;
    this.isClosed = true;
    const done = () => {
      if (this.isWriting) this.onwritten(CANCELED);
      if (this.endsLater) this.onshutdown(CANCELED);
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

  setRoom(count) { this.room = count; }

  ref() { this.stream.ref?.(); }

  unref() { this.stream.unref?.(); }

  hasRef() { return true; }
}

module.exports = { DuplexHandle };
