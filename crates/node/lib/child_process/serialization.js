'use strict';
// Messages as bytes. 'json': one line of JSON each. 'advanced': the length in four bytes, then what v8.serialize() makes, so
// that what structuredClone() can copy can be sent. Both are Node's, so that either end may be Node.

const { Buffer } = require('buffer');

class Json {
  #decoder = new (require('string_decoder').StringDecoder)('utf8');
  #rest = '';

  // Whether the beginning of a message waits for its rest.
  get isWithinMessage() { return this.#rest !== ''; }

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

function create(mode) {
  if (mode === 'advanced') throw require('core/not_yet').notYet("child_process with serialization: 'advanced'");
  return new Json();
}

module.exports = { create };
