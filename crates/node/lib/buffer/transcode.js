'use strict';

// buffer.transcode: from one text encoding to another. What the target cannot say becomes '?'.

const { codes } = require('core/errors');
const { isUint8Array } = require('util/types');
const { ASCII, BASE64, LATIN1, UTF16LE, UTF8, encodingOf } = require('buffer/encodings');

const native = binding('buffer');

const isText = (encoding) => encoding !== undefined && encoding < BASE64;

function transcode(source, fromEncoding, toEncoding) {
  const { Buffer } = require('buffer');
  if (!isUint8Array(source)) throw new codes.ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  if (source.length === 0) return Buffer.alloc(0);
  const from = encodingOf(fromEncoding);
  const to = encodingOf(toEncoding);
  if (!isText(from) || !isText(to)) {
    throw Object.assign(new Error('Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]'),
      { code: 'U_ILLEGAL_ARGUMENT_ERROR', errno: 1 });
  }
  const text = native.decode(source, 0, source.length, from);
  if (to === UTF8 || to === UTF16LE) return Buffer.from(text, to === UTF8 ? 'utf8' : 'utf16le');
  const limit = to === ASCII ? 0x7f : 0xff;
  const bytes = Array.from(text, (character) => (character.codePointAt(0) <= limit ? character.codePointAt(0) : 0x3f));
  return to === LATIN1 || to === ASCII ? Buffer.from(bytes) : Buffer.alloc(0);
}

module.exports = { transcode };
