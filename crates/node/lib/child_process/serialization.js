'use strict';
// Messages as bytes. 'json': one line of JSON each. 'advanced': the length in four bytes, then what v8.serialize() makes, so
// that what structuredClone() can copy can be sent. Both are Node's, so that either end may be Node.

const { Buffer } = require('buffer');

class Json {
  #decoder = new (require('string_decoder').StringDecoder)('utf8');
  #rest = '';

  // Whether the beginning of a message waits for its rest.
  get isWithinMessage() { return this.#rest !== ''; }

  forget() { this.#rest = ''; }

  format(message) {
    return Buffer.from(`${JSON.stringify(message)}\n`);
  }

  * parse(bytes) {
    const text = this.#decoder.write(bytes);
    if (!text.includes('\n')) {
      this.#rest += text;
      return;
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

const HEAD = 4;

class Advanced {
  #pieces = [];
  #length = 0;

  get isWithinMessage() { return this.#length > 0; }

  forget() {
    this.#pieces = [];
    this.#length = 0;
  }

  format(message) {
    const body = require('v8/serialize').serializeMessage(message);
    const head = Buffer.allocUnsafe(HEAD);
    head.writeUInt32BE(body.length);
    return Buffer.concat([head, body]);
  }

  * parse(bytes) {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    while (this.#length >= HEAD) {
      if (this.#pieces[0].length < HEAD) this.#join();
      const first = this.#pieces[0];
      const end = HEAD + (first[0] * 2 ** 24 + (first[1] << 16 | first[2] << 8 | first[3]));
      if (this.#length < end) return;
      this.#join();
      const all = this.#pieces[0];
      this.#pieces = end < all.length ? [all.subarray(end)] : [];
      this.#length -= end;
      yield require('v8/serialize').deserializeMessage(all.subarray(HEAD, end));
    }
  }

  #join() {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
  }
}

const create = (mode) => (mode === 'advanced' ? new Advanced() : new Json());

module.exports = { create };
