'use strict';
// data: URLs, as fetch parses them.

const { indexIn, sliceOf } = require('core/safe/lists');
const { numberParseInt: parseInt, regexpExec, regexpTest, stringStartsWith, stringTrim } = require('core/intrinsics');
const { replaceIn } = require('core/safe/patterns');
const { Buffer } = require('buffer');

// The type and the bytes; null if it is not a valid data: URL.
function parse(url) {
  const text = sliceOf(url.href, 'data:'.length, url.hash === '' ? undefined : -url.hash.length);
  const comma = indexIn(text, ',');
  if (comma === -1) return null;
  let type = stringTrim(sliceOf(text, 0, comma));
  let bytes = percentDecode(sliceOf(text, comma + 1));
  const base64 = regexpExec(/; *base64$/i, type);
  if (base64 !== null) {
    bytes = fromBase64(bytes.toString('latin1'));
    if (bytes === null) return null;
    type = sliceOf(type, 0, base64.index);
  }
  if (stringStartsWith(type, ';')) type = `text/plain${type}`;
  return { type: mime(type), bytes };
}

function percentDecode(text) {
  const raw = Buffer.from(text);
  const bytes = Buffer.alloc(raw.length);
  let length = 0;
  for (let i = 0; i < raw.length; i++) {
    const code = raw[i] === 0x25 ? raw.toString('latin1', i + 1, i + 3) : '';
    if (regexpTest(/^[0-9a-f]{2}$/i, code)) {
      bytes[length++] = parseInt(code, 16);
      i += 2;
    } else {
      bytes[length++] = raw[i];
    }
  }
  return bytes.subarray(0, length);
}

function fromBase64(text) {
  const stripped = replaceIn(text, /[\t\n\f\r ]/g, '');
  const unpadded = stripped.length % 4 === 0 ? replaceIn(stripped, /={1,2}$/, '') : stripped;
  return unpadded.length % 4 === 1 || regexpTest(/[^A-Za-z0-9+/]/, unpadded) ? null : Buffer.from(unpadded, 'base64');
}

function mime(type) {
  const { MIMEType } = require('util');
  try {
    return new MIMEType(type).toString();
  } catch {
    return 'text/plain;charset=US-ASCII';
  }
}

module.exports = { parse };
