'use strict';
// Buffer: made, written out and read in every encoding, numbers, search, copies.
const { isAscii, isUtf8, transcode } = require('buffer');
const { eight } = require('./fixtures/eight.js');

const short = eight((index) => `hello ${index}`);
const ascii = eight((index) => `${index} some text `.repeat(80).slice(0, 1024));
const accents = eight((index) => `${index} häßlich žluťoučký kůň `.repeat(50).slice(0, 800));
const emoji = eight((index) => `${index} 🦊🐻 ok `.repeat(64));
const bytes = eight((index) => Buffer.alloc(1024, `abc${index}`));
const other = eight((index) => Buffer.alloc(1024, `abc${index}`));
const small = eight((index) => Buffer.from(`hello ${index}`));
const hex = bytes.map((one) => one.toString('hex'));
const base64 = bytes.map((one) => one.toString('base64'));
const base64url = bytes.map((one) => one.toString('base64url'));
const utf8 = accents.map((text) => Buffer.from(text));
const latin1 = accents.map((text) => Buffer.from(text, 'latin1'));
const utf16 = ascii.map((text) => Buffer.from(text, 'utf16le'));
const arrays = eight((index) => Array.from({ length: 16 }, (_, at) => at + index));
const views = eight((index) => new Uint8Array(64).fill(index));
const memory = new ArrayBuffer(1024);
const pieces = eight((index) => Array.from({ length: 20 }, () => Buffer.alloc(50, index)));
const haystack = Buffer.alloc(4096, 'abcdefgh');
const needles = eight((index) => Buffer.from(`needle ${index}`));
needles.forEach((needle, index) => needle.copy(haystack, 3000 + index * 64));
const words = needles.map(String);
const target = Buffer.alloc(4096);
const encodings = ['utf8', 'hex', 'base64', 'latin1', 'nothing', 'UTF-8', 'ucs2', 'binary'];

const make = {
  'alloc(64)': () => Buffer.alloc(64),
  'alloc(4096)': () => Buffer.alloc(4096),
  'alloc(1024, text)': (turn) => Buffer.alloc(1024, short[turn & 7]),
  'allocUnsafe(64)': () => Buffer.allocUnsafe(64),
  'allocUnsafe(16384)': () => Buffer.allocUnsafe(16384),
  'from(short text)': (turn) => Buffer.from(short[turn & 7]),
  'from(1 KB ASCII)': (turn) => Buffer.from(ascii[turn & 7]),
  'from(1 KB with accents)': (turn) => Buffer.from(accents[turn & 7]),
  'from(1 KB with emoji)': (turn) => Buffer.from(emoji[turn & 7]),
  'from(latin1)': (turn) => Buffer.from(ascii[turn & 7], 'latin1'),
  'from(ascii)': (turn) => Buffer.from(ascii[turn & 7], 'ascii'),
  'from(utf16le)': (turn) => Buffer.from(ascii[turn & 7], 'utf16le'),
  'from(hex)': (turn) => Buffer.from(hex[turn & 7], 'hex'),
  'from(base64)': (turn) => Buffer.from(base64[turn & 7], 'base64'),
  'from(base64url)': (turn) => Buffer.from(base64url[turn & 7], 'base64url'),
  'from(array of 16)': (turn) => Buffer.from(arrays[turn & 7]),
  'from(Uint8Array of 64)': (turn) => Buffer.from(views[turn & 7]),
  'from(Buffer of 1 KB)': (turn) => Buffer.from(bytes[turn & 7]),
  'from(ArrayBuffer, offset, length)': (turn) => Buffer.from(memory, turn & 255, 64),
  'of(1, 2, 3, 4)': (turn) => Buffer.of(1, 2, 3, turn & 255),
  'concat of 3': (turn) => Buffer.concat([small[turn & 7], small[0], small[1]]),
  'concat of 20': (turn) => Buffer.concat(pieces[turn & 7]),
};

const read = {
  'toString short': (turn) => small[turn & 7].toString(),
  'toString 1 KB ASCII': (turn) => bytes[turn & 7].toString(),
  'toString 1 KB with accents': (turn) => utf8[turn & 7].toString(),
  'toString latin1': (turn) => latin1[turn & 7].toString('latin1'),
  'toString ascii': (turn) => bytes[turn & 7].toString('ascii'),
  'toString utf16le': (turn) => utf16[turn & 7].toString('utf16le'),
  'toString hex': (turn) => bytes[turn & 7].toString('hex'),
  'toString base64': (turn) => bytes[turn & 7].toString('base64'),
  'toString base64url': (turn) => bytes[turn & 7].toString('base64url'),
  'toString of a range': (turn) => bytes[0].toString('utf8', turn & 7, 32),
  'toJSON of 64 bytes': (turn) => bytes[turn & 7].subarray(0, 64).toJSON(),
  'for of 64 bytes': (turn) => {
    let sum = 0;
    for (const byte of bytes[turn & 7].subarray(0, 64)) sum += byte;
    return sum;
  },
  'byteLength short': (turn) => Buffer.byteLength(short[turn & 7]),
  'byteLength 1 KB with accents': (turn) => Buffer.byteLength(accents[turn & 7]),
  'byteLength base64': (turn) => Buffer.byteLength(base64[turn & 7], 'base64'),
  isUtf8: (turn) => isUtf8(utf8[turn & 7]),
  isAscii: (turn) => isAscii(bytes[turn & 7]),
  'transcode utf8 to latin1': (turn) => transcode(utf8[turn & 7], 'utf8', 'latin1'),
  isBuffer: (turn) => Buffer.isBuffer(turn & 1 ? small[turn & 7] : short[turn & 7]),
  isEncoding: (turn) => Buffer.isEncoding(encodings[turn & 7]),
};

const write = {
  'write short': (turn) => target.write(short[turn & 7], turn & 255),
  'write 1 KB ASCII': (turn) => target.write(ascii[turn & 7], turn & 255),
  'write latin1': (turn) => target.write(ascii[turn & 7], turn & 255, 'latin1'),
  'write utf16le': (turn) => target.write(ascii[turn & 7], turn & 255, 'utf16le'),
  'write hex': (turn) => target.write(hex[turn & 7], turn & 255, 'hex'),
  'write base64': (turn) => target.write(base64[turn & 7], turn & 255, 'base64'),
  'fill with a byte': (turn) => target.fill(turn & 255, 0, 1024),
  'fill with text': (turn) => target.fill(short[turn & 7], 0, 1024),
  'copy 256 bytes': (turn) => bytes[turn & 7].copy(target, turn & 255, 0, 256),
  'set of 64 bytes': (turn) => target.set(views[turn & 7], turn & 255),
  swap16: (turn) => bytes[turn & 7].swap16(),
  swap64: (turn) => bytes[turn & 7].swap64(),
};

const numbers = {
  readUInt8: (turn) => haystack.readUInt8(turn & 1023),
  readInt8: (turn) => haystack.readInt8(turn & 1023),
  readUInt16LE: (turn) => haystack.readUInt16LE(turn & 1023),
  readInt16BE: (turn) => haystack.readInt16BE(turn & 1023),
  readUInt32BE: (turn) => haystack.readUInt32BE(turn & 1023),
  readInt32LE: (turn) => haystack.readInt32LE(turn & 1023),
  'readUIntBE of 6 bytes': (turn) => haystack.readUIntBE(turn & 1023, 6),
  readBigUInt64LE: (turn) => haystack.readBigUInt64LE(turn & 1023),
  readFloatLE: (turn) => haystack.readFloatLE(turn & 1023),
  readDoubleBE: (turn) => haystack.readDoubleBE(turn & 1023),
  writeUInt8: (turn) => target.writeUInt8(turn & 255, turn & 1023),
  writeUInt16BE: (turn) => target.writeUInt16BE(turn & 65535, turn & 1023),
  writeInt16LE: (turn) => target.writeInt16LE(turn & 32767, turn & 1023),
  writeUInt32LE: (turn) => target.writeUInt32LE(turn, turn & 1023),
  writeInt32BE: (turn) => target.writeInt32BE(turn, turn & 1023),
  'writeIntLE of 6 bytes': (turn) => target.writeIntLE(turn, turn & 1023, 6),
  writeBigInt64BE: (turn) => target.writeBigInt64BE(turn & 1 ? 5n : -7n, turn & 1023),
  writeFloatBE: (turn) => target.writeFloatBE(turn / 2, turn & 1023),
  writeDoubleLE: (turn) => target.writeDoubleLE(turn / 3, turn & 1023),
};

const search = {
  'indexOf a byte in 4 KB': (turn) => haystack.indexOf(110, turn & 63),
  'indexOf text in 4 KB': (turn) => haystack.indexOf(words[turn & 7]),
  'indexOf a Buffer in 4 KB': (turn) => haystack.indexOf(needles[turn & 7]),
  'lastIndexOf text in 4 KB': (turn) => haystack.lastIndexOf(words[turn & 7]),
  'includes short': (turn) => small[turn & 7].includes('llo'),
  'equals of 1 KB': (turn) => bytes[turn & 7].equals(other[(turn + 1) & 7]),
  'compare of 1 KB': (turn) => Buffer.compare(bytes[turn & 7], other[turn & 7]),
  subarray: (turn) => haystack.subarray(turn & 63, 128),
  slice: (turn) => haystack.slice(turn & 63, 128),
};

exports.calls = { ...make, ...read, ...write, ...numbers, ...search };
