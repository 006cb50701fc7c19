'use strict';

// The globals atob and btoa: base64 by the strict rules of the web.

const { mathFloor, regexpTest } = require('core/intrinsics');
const { replaceIn } = require('core/safe/patterns');
const { DOMException } = require('core/dom_exception');
const { BASE64, LATIN1 } = require('buffer/encodings');

const { decode, encodeInto } = require('buffer/codec');

const native = binding('buffer');

function btoa(input) {
  const encoded = native.btoa(`${input}`);
  if (encoded === undefined) throw new DOMException('Invalid character', 'InvalidCharacterError');
  return encoded;
}

function atob(input) {
  const text = `${input}`;
  // The slow path throws the error that the standard requires.
  return native.atob(text) ?? decodeStrictly(text);
}

function decodeStrictly(text) {
  text = replaceIn(text, /[\t\n\f\r ]/g, '');
  if (text.length % 4 === 0) text = replaceIn(text, /={1,2}$/, '');
  if (regexpTest(/[^A-Za-z0-9+/]/, text)) throw new DOMException('Invalid character', 'InvalidCharacterError');
  if (text.length % 4 === 1) {
    throw new DOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
  }
  const bytes = new Uint8Array(mathFloor(text.length * 3 / 4));
  encodeInto(bytes, text, 0, bytes.length, BASE64);
  return decode(bytes, 0, bytes.length, LATIN1);
}

module.exports = { atob, btoa };
