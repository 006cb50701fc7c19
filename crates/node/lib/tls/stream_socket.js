'use strict';
// A JavaScript stream as a socket: `_handle._parentWrap` for TLS over a Duplex. Packages take its class from there (http2-wrapper
// does) to wrap their own streams. It attaches to the stream on the first read.

const Duplex = require('stream/duplex');

class JSStreamSocket extends Duplex {
  constructor(stream) {
    super({ allowHalfOpen: true });
    this.stream = stream;
    this.isListening = false;
  }

  #listen() {
    this.isListening = true;
    const { stream } = this;
    stream.on('data', (chunk) => { if (!this.push(chunk)) stream.pause(); });
    stream.on('end', () => this.push(null));
    stream.on('error', (error) => this.destroy(error));
    stream.on('close', () => this.destroy());
  }

  _read() {
    if (!this.isListening) this.#listen();
    this.stream.resume();
  }

  _write(chunk, encoding, callback) {
    this.stream.write(chunk, encoding, callback);
  }

  _final(callback) {
    this.stream.end(callback);
  }

  _destroy(error, callback) {
    this.stream.destroy(error);
    callback(error);
  }
}

module.exports = { JSStreamSocket };
