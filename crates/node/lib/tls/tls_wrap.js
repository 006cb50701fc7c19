'use strict';
// `socket.ssl`: one TLS connection of Rust's (src/bindings/tls/engine.rs), and what carries its bytes.
//
//   a stream of net     Rust decrypts what that reads and encrypts what it writes; its handle stays the socket's
//   any other Duplex    duplex.js carries the bytes
//
// News come as bits: a client's hello that wants an answer, the end of the handshake, a fault, a session, lines of keys.

const native = binding('tls');

const HELLO = 1;
const DONE = 2;
const ERROR = 4;
const SESSION = 8;
const KEYLOG = 16;

const NONE = -1;

class TLSWrap {
  constructor(owner, isServer, context) {
    this.owner = owner;
    this.isServer = isServer;
    this.context = context;
    this.number = NONE;
    this.handle = null;
    this.servername = undefined;
    this.session = undefined;
  }

  get isOpen() { return this.number !== NONE; }

  // Begins to speak over `handle`. Undefined, or what is wrong.
  start(handle, protocols, enableKeylog) {
    if (this.isServer) {
      this.number = native.accept();
    } else {
      const number = this.context.context.connect(this.servername, protocols, this.session);
      if (typeof number !== 'number') return number;
      this.number = number;
    }
    if (enableKeylog) native.enableKeys(this.number);
    this.handle = handle;
    handle.onsecured = (bits) => this.onEvents(bits);
    const status = handle.secure === undefined ? native.attach(this.number, handle.id) : handle.secure(this);
    return status === 0 ? undefined : 'the socket is closed';
  }

  onEvents(bits) {
    const { owner } = this;
    if ((bits & KEYLOG) !== 0) {
      for (let line; this.isOpen && (line = native.takeKeys(this.number)) !== undefined;) owner.emit('keylog', Buffer.from(line));
    }
    if ((bits & HELLO) !== 0 && this.isOpen) owner._onhello(...native.hello(this.number));
    // Before the end of the handshake that it came with: the program may ask for it there.
    if ((bits & SESSION) !== 0) {
      for (let session; this.isOpen && (session = native.takeSession(this.number)) !== undefined;) owner._onsession(Buffer.from(session));
    }
    if ((bits & DONE) !== 0 && this.isOpen) {
      owner._onhandshakedone();
      this.approve();
    }
    if ((bits & ERROR) !== 0 && this.isOpen) owner._onsslerror(native.fault(this.number));
  }

  // The server's side: with that context it goes on.
  continueHandshake(context, protocols, requestCert, needsCert) {
    if (!this.isOpen) return;
    this.context = context;
    context.context.continueHandshake(this.number, protocols, requestCert, needsCert);
    this.advance();
  }

  // What was written may go: it is known who is there.
  approve() {
    if (!this.isOpen) return;
    native.approve(this.number);
    this.advance();
  }

  advance() {
    if (this.handle.advance !== undefined) this.handle.advance();
    else if (!this.handle.isClosed) native.advance(this.handle.id);
  }

  // Bytes that somebody else had read already.
  receive(bytes) {
    if (!this.isOpen) return;
    native.takeIn(this.number, bytes);
    this.advance();
  }

  close() {
    if (!this.isOpen) return;
    this.last = { info: this.info(), isResumed: native.isResumed(this.number) };
    native.close(this.number);
    this.number = NONE;
  }

  // ---- what is known

  info() {
    if (!this.isOpen) return this.last?.info;
    const info = native.facts(this.number);
    return info.length === 0 ? undefined : info;
  }

  isResumed() { return this.isOpen ? native.isResumed(this.number) : this.last?.isResumed === true; }

  verify() { return this.isOpen ? native.verify(this.number, !this.isServer) : undefined; }

  peerCertificates() { return this.isOpen ? native.peerCertificates(this.number) : []; }

  // The sessions of this connection, by a name that can be offered later.
  nameSession() {
    const name = this.isOpen ? native.nameSession(this.number) : undefined;
    return name === undefined ? undefined : Buffer.from(name);
  }

  setMaxFragment(size) { native.setLongestRecord(this.number, size); }

  exportKeys(length, label, context) { return this.isOpen ? native.exportKeys(this.number, length, label, context) : undefined; }
}

module.exports = { TLSWrap, native };
