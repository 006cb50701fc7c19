'use strict';
// The body of a data: URL, as text.

// Node's parser of URLs has been over it: what is percent-encoded is bytes, and base64 may hold blanks.
function bodyOf(url) {
  const comma = url.indexOf(',');
  const { Buffer } = require('buffer');
  const hash = url.indexOf('#', comma);
  const bytes = percentDecoded(url.slice(comma + 1, hash === -1 ? undefined : hash), Buffer);
  const isBase64 = /;\s*base64\s*$/i.test(url.slice(0, comma));
  return isBase64 ? Buffer.from(bytes.toString('latin1'), 'base64').toString() : bytes.toString();
}

function percentDecoded(text, Buffer) {
  const bytes = Buffer.from(text);
  if (!text.includes('%')) return bytes;
  let end = 0;
  for (let at = 0; at < bytes.length; at++) {
    const pair = bytes[at] === 0x25 /* % */ ? bytes.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(pair)) {
      bytes[end++] = parseInt(pair, 16);
      at += 2;
    } else {
      bytes[end++] = bytes[at];
    }
  }
  return bytes.subarray(0, end);
}

module.exports = { bodyOf };
