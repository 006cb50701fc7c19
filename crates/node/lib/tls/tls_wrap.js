'use strict';
// `socket.ssl`: a TLS connection in Rust (src/bindings/tls/engine.rs), and its transport.
//
//   a stream of net     Rust decrypts its reads and encrypts its writes; the socket keeps the handle
//   any other Duplex    duplex.js transports the bytes
//
// Events are bits: a ClientHello that needs a context, the end of the handshake, an error, a session, keylog lines.

const globals = require('globals');
const { each } = require('core/safe/walk');
const native = binding('tls');

// Shared with Rust as `tls_event` (build.rs).
const HELLO = 1; // A ClientHello was received: JavaScript selects the context.
const DONE = 2; // The handshake is complete.
const ERROR = 4;
const SESSION = 8; // The peer sent a session that can be resumed.
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

  // Starts the handshake over `handle`. Returns undefined, or an error message.
  start(handle, protocols, enableKeylog) {
    if (this.isServer) {
      this.number = native.accept();
    } else {
      const number = this.context.context.connect(this.servername, protocols, this.session);
      if (typeof number !== 'number') return number;
      this.number = number;
    }
    if (enableKeylog) native.enableKeylogCallback(this.number);
    this.handle = handle;
    handle.onsecured = (bits) => this.onEvents(bits);
    const status = handle.secure === undefined ? native.attach(this.number, handle.id) : handle.secure(this);
    return status === 0 ? undefined : 'the socket is closed';
  }

  onEvents(bits) {
    const { owner } = this;
    if ((bits & KEYLOG) !== 0) {
      for (let line; this.isOpen && (line = native.takeKeylog(this.number)) !== undefined;) owner.emit('keylog', globals.Buffer.from(line));
    }
    if ((bits & HELLO) !== 0 && this.isOpen) owner._onhello(...each(native.clientHello(this.number)));
    // Before the end of the handshake that it belongs to: the program may ask for it there.
    if ((bits & SESSION) !== 0) {
      for (let session; this.isOpen && (session = native.takeSession(this.number)) !== undefined;) owner._onsession(globals.Buffer.from(session));
    }
    if ((bits & DONE) !== 0 && this.isOpen) {
      owner._onhandshakedone();
      this.approve();
    }
    if ((bits & ERROR) !== 0 && this.isOpen) owner._onsslerror(native.error(this.number));
  }

  // The server continues the handshake with a context.
  continueHandshake(context, protocols, requestCert, needsCert) {
    if (!this.isOpen) return;
    this.context = context;
    context.context.continueHandshake(this.number, protocols, requestCert, needsCert);
    this.advance();
  }

  // The peer is verified: send what was written.
  approve() {
    if (!this.isOpen) return;
    native.setVerified(this.number);
    this.advance();
  }

  advance() {
    if (this.handle.advance !== undefined) this.handle.advance();
    else if (!this.handle.isClosed) native.advance(this.handle.id);
  }

  // Bytes that were read from the socket before.
  receive(bytes) {
    if (!this.isOpen) return;
    native.receiveCiphertext(this.number, bytes);
    this.advance();
  }

  close() {
    if (!this.isOpen) return;
    this.last = { info: this.info(), isResumed: native.isSessionReused(this.number) };
    native.close(this.number);
    this.number = NONE;
  }

  // ---- information about the connection

  info() {
    if (!this.isOpen) return this.last?.info;
    const info = native.connectionInfo(this.number);
    return info.length === 0 ? undefined : info;
  }

  isSessionReused() { return this.isOpen ? native.isSessionReused(this.number) : this.last?.isResumed === true; }

  verify() { return this.isOpen ? native.verify(this.number, !this.isServer) : undefined; }

  peerCertificates() { return this.isOpen ? native.peerCertificates(this.number) : []; }

  // An identifier for the sessions of this connection, which a later one can offer.
  sessionId() {
    const name = this.isOpen ? native.sessionId(this.number) : undefined;
    return name === undefined ? undefined : globals.Buffer.from(name);
  }

  setMaxFragment(size) { native.setMaxSendFragment(this.number, size); }

  exportKeyingMaterial(length, label, context) { return this.isOpen ? native.exportKeyingMaterial(this.number, length, label, context) : undefined; }
}

module.exports = { TLSWrap, native };
