'use strict';
// TextEncoderStream and TextDecoderStream. A surrogate pair may be split over two chunks.

const { stringCharCodeAt } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { codes } = require('core/errors');
const { customInspect, defineInterface, inspectInterface } = require('web_streams/interface');
const { TransformStream } = require('web_streams/transform_stream');
const { TextEncoder, TextDecoder } = require('util');

const isHigh = (unit) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff;

class TextEncoderStream {
  #encoder = new TextEncoder();
  #transform;
  // A high surrogate at the end of a chunk; its low surrogate may start the next one.
  #pending = '';

  constructor() {
    this.#transform = new TransformStream({
      transform: (chunk, controller) => {
        const text = this.#completePairs(`${chunk}`);
        if (text !== '') controller.enqueue(this.#encoder.encode(text));
      },
      flush: (controller) => {
        if (this.#pending !== '') controller.enqueue(new Uint8Array([0xef, 0xbf, 0xbd]));
      },
    });
  }

  #completePairs(text) {
    if (text === '') return '';
    if (this.#pending !== '') {
      text = isLow(stringCharCodeAt(text, 0)) ? this.#pending + text : `\ufffd${text}`;
      this.#pending = '';
    }
    if (isHigh(stringCharCodeAt(text, text.length - 1))) {
      this.#pending = text[text.length - 1];
      text = sliceOf(text, 0, -1);
    }
    return text;
  }

  get encoding() {
    return this.#encoder.encoding;
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }

  [customInspect](depth, options) {
    if (this == null) throw new codes.ERR_INVALID_THIS('TextEncoderStream');
    return inspectInterface(this, { encoding: this.#encoder.encoding, readable: this.readable, writable: this.writable }, depth, options);
  }
}

class TextDecoderStream {
  #decoder;
  #transform;

  constructor(encoding = 'utf-8', options = {}) {
    this.#decoder = new TextDecoder(encoding, options);
    this.#transform = new TransformStream({
      transform: (chunk, controller) => {
        const text = this.#decoder.decode(chunk, { stream: true });
        if (text !== '') controller.enqueue(text);
      },
      flush: (controller) => {
        const rest = this.#decoder.decode();
        if (rest !== '') controller.enqueue(rest);
      },
    });
  }

  get encoding() {
    return this.#decoder.encoding;
  }

  get fatal() {
    return this.#decoder.fatal;
  }

  get ignoreBOM() {
    return this.#decoder.ignoreBOM;
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }

  [customInspect](depth, options) {
    if (this == null) throw new codes.ERR_INVALID_THIS('TextDecoderStream');
    const { encoding, fatal, ignoreBOM } = this.#decoder;
    const { readable, writable } = this;
    return inspectInterface(this, { encoding, fatal, ignoreBOM, readable, writable }, depth, options);
  }
}

defineInterface(TextEncoderStream, ['encoding', 'readable', 'writable'], false);
defineInterface(TextDecoderStream, ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable'], false);

module.exports = { TextEncoderStream, TextDecoderStream };
