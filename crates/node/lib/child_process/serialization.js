'use strict';
// Messages as bytes. 'json': one line of JSON each. 'advanced': a four-byte length, then the format of v8.serialize(), for
// everything structuredClone() supports. Both formats are Node's, so the peer may be Node.

const { arrayPop, arrayPush, jsonParse, jsonStringify } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { Buffer } = require('buffer');

class Json {
  #decoder = new (require('string_decoder').StringDecoder)('utf8');
  #remainder = '';

  // Whether a message has been received in part.
  get hasPartialMessage() { return this.#remainder !== ''; }

  reset() { this.#remainder = ''; }

  format(message) {
    return Buffer.from(`${jsonStringify(message)}\n`);
  }

  * parse(bytes) {
    const text = this.#decoder.write(bytes);
    if (!isIn(text, '\n')) {
      this.#remainder += text;
      return;
    }
    const lines = splitAt(this.#remainder + text, '\n');
    this.#remainder = arrayPop(lines);
    for (const line of each(lines)) yield jsonParse(line);
  }
}

const HEADER_SIZE = 4;

class Advanced {
  #chunks = [];
  #length = 0;

  get hasPartialMessage() { return this.#length > 0; }

  reset() {
    this.#chunks = [];
    this.#length = 0;
  }

  format(message) {
    const body = require('v8/serialize').serializeMessage(message);
    const header = Buffer.allocUnsafe(HEADER_SIZE);
    header.writeUInt32BE(body.length);
    return Buffer.concat([header, body]);
  }

  * parse(bytes) {
    arrayPush(this.#chunks, bytes);
    this.#length += bytes.length;
    while (this.#length >= HEADER_SIZE) {
      if (this.#chunks[0].length < HEADER_SIZE) this.#coalesce();
      const first = this.#chunks[0];
      const end = HEADER_SIZE + (first[0] * 2 ** 24 + (first[1] << 16 | first[2] << 8 | first[3]));
      if (this.#length < end) return;
      this.#coalesce();
      const all = this.#chunks[0];
      this.#chunks = end < all.length ? [all.subarray(end)] : [];
      this.#length -= end;
      yield require('v8/serialize').deserializeMessage(all.subarray(HEADER_SIZE, end));
    }
  }

  #coalesce() {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
  }
}

const create = (mode) => (mode === 'advanced' ? new Advanced() : new Json());

module.exports = { create };
