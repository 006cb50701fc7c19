'use strict';

// TextEncoder and TextDecoder.
//
// A streaming decoder keeps the bytes of an incomplete character and prepends them to the next chunk; otherwise it is one native
// call per chunk.

const {
  arrayAt, classUint32Array: Uint32Array, mathMin, objectDefineProperty, stringCharCodeAt, stringIsWellFormed, stringSlice,
  stringStartsWith, stringToWellFormed, symbolFor, typedArraySlice,
} = require('core/intrinsics');
const { charactersOf } = require('core/safe/characters');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { matchOf } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateObject, validateString, kValidateObjectAllowObjectsAndNull } = require('core/validate');

const { decode: decodeText } = require('buffer/codec');
const { isUint8Array } = require('util/types');

const native = binding('buffer');
const UTF8 = 0;
const UTF16LE = 1;
const LATIN1 = 2;
const EMPTY = new Uint8Array();
// What the last native.encodeInto() has read and written.
const counts = new Uint32Array(2);
// Up to this length a loop is faster than the native call.
const SHORT = 64;
const customInspect = symbolFor('nodejs.util.inspect.custom');

class TextEncoder {
  #brand = true;

  static #check(value) {
    if (!(#brand in value)) throw new TypeError('Receiver must be an instance of class TextEncoder');
  }

  get encoding() {
    TextEncoder.#check(this);
    return 'utf-8';
  }

  encode(input = '') {
    TextEncoder.#check(this);
    const text = `${input}`;
    const bytes = new Uint8Array(native.byteLengthUtf8(text));
    native.write(bytes, text, 0, bytes.length, UTF8);
    return bytes;
  }

  encodeInto(src, dest) {
    TextEncoder.#check(this);
    validateString(src, 'src');
    if (!isUint8Array(dest)) throw new codes.ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', dest);
    const count = src.length <= SHORT ? writeAscii(dest, src) : 0;
    if (count === src.length || count === dest.length) return { read: count, written: count };
    native.encodeInto(dest, src, counts);
    return { read: counts[0], written: counts[1] };
  }

  [customInspect](depth, options, inspect) {
    if (typeof depth === 'number' && depth < 0) return this;
    return inspect({ encoding: 'utf-8' }, options);
  }
}

// Writes ASCII characters at the start of `text`; returns how many.
function writeAscii(bytes, text) {
  const max = mathMin(bytes.length, text.length);
  const characters = charactersOf(text);
  for (let i = 0; i < max; i++) {
    const unit = characters.charCodeAt(i);
    if (unit > 127) return i;
    bytes[i] = unit;
  }
  return max;
}

// The valid range of the second byte of a three- or four-byte character depends on the first.
function isValidSecondByte(first, second) {
  if (first === 0xe0) return second >= 0xa0 && second <= 0xbf;
  if (first === 0xed) return second >= 0x80 && second <= 0x9f;
  if (first === 0xf0) return second >= 0x90 && second <= 0xbf;
  if (first === 0xf4) return second >= 0x80 && second <= 0x8f;
  return second >= 0x80 && second <= 0xbf;
}

// How many bytes at the end start a UTF-8 character that later bytes may complete.
function incompleteUtf8(bytes) {
  const { length } = bytes;
  for (let back = 1; back <= mathMin(3, length); back++) {
    const first = bytes[length - back];
    if ((first & 0xc0) === 0x80) continue;
    let size = 1;
    if (first >= 0xc2 && first <= 0xdf) size = 2;
    else if (first >= 0xe0 && first <= 0xef) size = 3;
    else if (first >= 0xf0 && first <= 0xf4) size = 4;
    if (size <= back) return 0;
    return back === 1 || isValidSecondByte(first, bytes[length - back + 1]) ? back : 0;
  }
  return 0;
}

// The same for UTF-16: an odd byte, and a high surrogate before it.
function incompleteUtf16(bytes, highByte) {
  const odd = bytes.length & 1;
  const last = bytes.length - odd - 2;
  const isHighSurrogate = last >= 0 && (bytes[last + highByte] & 0xfc) === 0xd8;
  return odd + (isHighSurrogate ? 2 : 0);
}

function swapBytes(bytes) {
  const copy = typedArraySlice(bytes, 0, bytes.length & ~1);
  for (let i = 0; i < copy.length; i += 2) ({ 0: copy[i], 1: copy[i + 1] } = [copy[i + 1], copy[i]]);
  return copy;
}

function decodeUtf8(bytes, fatal) {
  return fatal && !native.isUtf8(bytes) ? undefined : native.decode(bytes, 0, bytes.length, UTF8);
}

function decodeUtf16(bytes, fatal, bigEndian) {
  const units = bigEndian ? swapBytes(bytes) : bytes;
  const text = native.decode(units, 0, units.length & ~1, UTF16LE);
  const odd = bytes.length & 1;
  if (fatal && (odd || !stringIsWellFormed(text))) return undefined;
  return stringToWellFormed(text) + (odd ? '\ufffd' : '');
}

// A character of these encodings may have several bytes, so chunks may split it.
const multibyte = new SafeSet(['shift_jis', 'euc-jp', 'iso-2022-jp', 'gbk', 'gb18030', 'big5', 'euc-kr']);

// ISO-2022-JP continues in the mode of the last escape sequence, which is therefore prepended to the next chunk.
const JAPANESE_MODE = /\x1b(?:\([BJI]|\$[@B])/g;

function modeOf(bytes) {
  const text = native.decode(bytes, 0, bytes.length, LATIN1);
  const mode = arrayAt(matchOf(text, JAPANESE_MODE) ?? [], -1);
  return mode === undefined ? undefined : Uint8Array.from(mode, (character) => stringCharCodeAt(character, 0));
}

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #pending = EMPTY;
  #mode = undefined;
  #bomSeen = false;
  // UTF-8, without state from a stream.
  #isPlain;

  constructor(encoding = 'utf-8', options = {}) {
    const name = native.encodingName(`${encoding}`);
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    if (name === undefined || name === 'replacement') {
      throw new codes.ERR_ENCODING_NOT_SUPPORTED(name ?? `${encoding}`);
    }
    this.#encoding = name;
    this.#isPlain = name === 'utf-8';
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#encoding in value)) {
      throw new codes.ERR_INVALID_THIS('TextDecoder');
    }
  }

  decode(input = EMPTY, options = undefined) {
    TextDecoder.#check(this);
    if (options === undefined && this.#isPlain && isUint8Array(input) && input.length > 0) return this.#decodeUtf8Once(input);
    if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const bytes = bytesOf(input, this.#encoding, options?.stream);
    if (options === undefined && this.#isPlain) return this.#decodeUtf8Once(bytes);
    const stream = Boolean(options?.stream);
    this.#isPlain = false;
    const all = this.#inMode(this.#pending.length === 0 ? bytes : joined(this.#pending, bytes));
    if (stream && multibyte.has(this.#encoding)) return this.#decodePart(all);
    const tailLength = stream ? this.#incomplete(all) : 0;
    this.#pending = tailLength > 0 ? sliceOf(all, all.length - tailLength) : EMPTY;
    const text = this.#text(tailLength > 0 ? all.subarray(0, all.length - tailLength) : all);
    if (text === undefined) throw this.#invalid();
    const result = this.#withoutBom(text);
    if (!stream) this.#reset();
    return result;
  }

  #invalid() {
    this.#reset();
    return new codes.ERR_ENCODING_INVALID_ENCODED_DATA(this.#encoding, undefined);
  }

  #decodePart(bytes) {
    const part = native.decodeLegacyPart(this.#encoding, bytes, this.#fatal);
    if (part === undefined) throw this.#invalid();
    const { 0: text, 1: tailLength } = part;
    this.#pending = typedArraySlice(bytes, bytes.length - tailLength);
    if (this.#encoding === 'iso-2022-jp') this.#mode = modeOf(bytes) ?? this.#mode;
    return text;
  }

  // Two escape sequences in a row would be an error.
  #inMode(bytes) {
    return this.#mode === undefined || bytes[0] === 0x1b ? bytes : joined(this.#mode, bytes);
  }

  #decodeUtf8Once(bytes) {
    if (this.#fatal && !native.isUtf8(bytes)) throw this.#invalid();
    const text = decodeText(bytes, 0, bytes.length, UTF8);
    return bytes[0] === 0xef && !this.#ignoreBOM && stringCharCodeAt(text, 0) === 0xfeff ? stringSlice(text, 1) : text;
  }

  #reset() {
    this.#pending = EMPTY;
    this.#mode = undefined;
    this.#bomSeen = false;
    this.#isPlain = this.#encoding === 'utf-8';
  }

  #incomplete(bytes) {
    if (this.#encoding === 'utf-8') return incompleteUtf8(bytes);
    if (this.#encoding === 'utf-16le') return incompleteUtf16(bytes, 1);
    if (this.#encoding === 'utf-16be') return incompleteUtf16(bytes, 0);
    return 0;
  }

  #text(bytes) {
    switch (this.#encoding) {
      case 'utf-8':
        return decodeUtf8(bytes, this.#fatal);
      case 'utf-16le':
        return decodeUtf16(bytes, this.#fatal, false);
      case 'utf-16be':
        return decodeUtf16(bytes, this.#fatal, true);
      default:
        return native.decodeLegacy(this.#encoding, bytes, this.#fatal);
    }
  }

  // A byte order mark at the start of a stream is not part of the text.
  #withoutBom(text) {
    if (text.length === 0 || this.#bomSeen) return text;
    this.#bomSeen = true;
    const isUnicode = stringStartsWith(this.#encoding, 'utf-');
    return isUnicode && !this.#ignoreBOM && stringCharCodeAt(text, 0) === 0xfeff ? sliceOf(text, 1) : text;
  }

  get encoding() {
    TextDecoder.#check(this);
    return this.#encoding;
  }

  get fatal() {
    TextDecoder.#check(this);
    return this.#fatal;
  }

  get ignoreBOM() {
    TextDecoder.#check(this);
    return this.#ignoreBOM;
  }

  [customInspect](depth, options, inspect) {
    TextDecoder.#check(this);
    if (typeof depth === 'number' && depth < 0) return this;
    const contents = { encoding: this.#encoding, fatal: this.#fatal, ignoreBOM: this.#ignoreBOM };
    return `${this.constructor.name} ${inspect(contents, options)}`;
  }
}

// Node has several decoders, with different messages.
function bytesOf(input, encoding, stream) {
  const bytes = require('core/bytes').memoryOf(input);
  if (bytes !== undefined) return bytes;
  if (encoding === 'utf-8' ? stream : encoding === 'windows-1252') {
    throw new codes.ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'ArrayBufferView'], input);
  }
  throw require('core/errors').codedError('ERR_INVALID_ARG_TYPE', TypeError,
    `The "${encoding === 'utf-8' ? 'list' : 'input'}" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.`);
}

function joined(a, b) {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

for (const { 0: Class, 1: names } of each([
  [TextEncoder, ['encoding', 'encode', 'encodeInto']],
  [TextDecoder, ['decode', 'encoding', 'fatal', 'ignoreBOM']],
])) {
  for (const name of each(names)) objectDefineProperty(Class.prototype, name, { __proto__: null, enumerable: true });
  objectDefineProperty(Class.prototype, Symbol.toStringTag, { __proto__: null, value: Class.name, configurable: true });
}

module.exports = { TextEncoder, TextDecoder };
