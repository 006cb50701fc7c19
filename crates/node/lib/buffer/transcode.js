'use strict';

// buffer.transcode: from one text encoding to another. Unmappable characters become '?'.

const { objectAssign } = require('core/intrinsics');
const { codes } = require('core/errors');
const { isUint8Array } = require('util/types');
const { BASE64, UTF8, encodingOf } = require('buffer/encodings');

const native = binding('buffer');

const isText = (encoding) => encoding !== undefined && encoding < BASE64;
// The default is UTF-8.
const toEncodingNumber = (name) => ((name ?? '') === '' ? UTF8 : encodingOf(String(name)));

function transcode(source, fromEncoding, toEncoding) {
  const { Buffer } = require('buffer');
  if (!isUint8Array(source)) throw new codes.ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  if (source.length === 0) return Buffer.alloc(0);
  const from = toEncodingNumber(fromEncoding);
  const to = toEncodingNumber(toEncoding);
  if (!isText(from) || !isText(to)) {
    throw objectAssign(new Error('Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]'),
      { code: 'U_ILLEGAL_ARGUMENT_ERROR', errno: 1 });
  }
  const { buffer, byteOffset, byteLength } = native.transcode(source, from, to);
  return Buffer.from(buffer, byteOffset, byteLength);
}

module.exports = { transcode };
