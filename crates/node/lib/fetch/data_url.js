'use strict';
// data: URLs, as fetch parses them.

const { Buffer } = require('buffer');

// The type and the bytes; null if it is not a valid data: URL.
function parse(url) {
  const text = url.href.slice('data:'.length, url.hash === '' ? undefined : -url.hash.length);
  const comma = text.indexOf(',');
  if (comma === -1) return null;
  let type = text.slice(0, comma).trim();
  let bytes = percentDecode(text.slice(comma + 1));
  const base64 = /; *base64$/i.exec(type);
  if (base64 !== null) {
    bytes = fromBase64(bytes.toString('latin1'));
    if (bytes === null) return null;
    type = type.slice(0, base64.index);
  }
  if (type.startsWith(';')) type = `text/plain${type}`;
  return { type: mime(type), bytes };
}

function percentDecode(text) {
  const raw = Buffer.from(text);
  const bytes = Buffer.alloc(raw.length);
  let length = 0;
  for (let i = 0; i < raw.length; i++) {
    const code = raw[i] === 0x25 ? raw.toString('latin1', i + 1, i + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(code)) {
      bytes[length++] = parseInt(code, 16);
      i += 2;
    } else {
      bytes[length++] = raw[i];
    }
  }
  return bytes.subarray(0, length);
}

function fromBase64(text) {
  const stripped = text.replace(/[\t\n\f\r ]/g, '');
  const unpadded = stripped.length % 4 === 0 ? stripped.replace(/={1,2}$/, '') : stripped;
  return unpadded.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(unpadded) ? null : Buffer.from(unpadded, 'base64');
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
