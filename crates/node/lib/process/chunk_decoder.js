'use strict';
// Text out of bytes that arrive in pieces: what a piece begins and does not finish is kept for the next one.

const theBuffer = () => require('buffer').Buffer;

class ChunkDecoder {
  constructor(name) {
    this.encoding = name === 'utf-8' ? 'utf8' : name === 'ucs2' || name === 'ucs-2' || name === 'utf-16le' ? 'utf16le' :
      name === 'binary' ? 'latin1' : name;
    this.kept = null;
  }

  write(bytes) {
    if (this.kept !== null) bytes = theBuffer().concat([this.kept, bytes]);
    const whole = bytes.length - this.unfinished(bytes);
    this.kept = whole === bytes.length ? null : bytes.subarray(whole);
    return bytes.toString(this.encoding, 0, whole);
  }

  end() {
    const text = this.kept === null ? '' : this.kept.toString(this.encoding);
    this.kept = null;
    return text;
  }

  // How many bytes at the end are part of what is not complete.
  unfinished(bytes) {
    switch (this.encoding) {
      case 'utf8': return unfinishedUtf8(bytes);
      case 'utf16le': return unfinishedUtf16(bytes);
      case 'base64':
      case 'base64url': return bytes.length % 3;
      default: return 0;
    }
  }
}

function unfinishedUtf8(bytes) {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back];
    if ((byte & 0xC0) === 0x80) continue;
    const needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

function unfinishedUtf16(bytes) {
  const odd = bytes.length % 2;
  const last = bytes.length - odd - 1;
  const isHighSurrogate = last >= 1 && (bytes[last] & 0xFC) === 0xD8;
  return odd + (isHighSurrogate ? 2 : 0);
}

module.exports = { ChunkDecoder };
