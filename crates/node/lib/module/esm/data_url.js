'use strict';
// The body of a data: URL, decoded.

const { numberParseInt: parseInt, regexpTest } = require('core/intrinsics');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');

// The URL parser has normalized it: percent-encoded sequences are bytes, and base64 may contain spaces.
function bodyOf(url) {
  const comma = indexIn(url, ',');
  const { Buffer } = require('buffer');
  const hash = indexIn(url, '#', comma);
  const bytes = percentDecoded(sliceOf(url, comma + 1, hash === -1 ? undefined : hash), Buffer);
  const isBase64 = regexpTest(/;\s*base64\s*$/i, sliceOf(url, 0, comma));
  return isBase64 ? Buffer.from(bytes.toString('latin1'), 'base64').toString() : bytes.toString();
}

function percentDecoded(text, Buffer) {
  const bytes = Buffer.from(text);
  if (!isIn(text, '%')) return bytes;
  let end = 0;
  for (let at = 0; at < bytes.length; at++) {
    const pair = bytes[at] === 0x25 /* % */ ? bytes.toString('latin1', at + 1, at + 3) : '';
    if (regexpTest(/^[0-9a-f]{2}$/i, pair)) {
      bytes[end++] = parseInt(pair, 16);
      at += 2;
    } else {
      bytes[end++] = bytes[at];
    }
  }
  return bytes.subarray(0, end);
}

module.exports = { bodyOf };
