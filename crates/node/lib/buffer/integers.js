'use strict';

// Integers of one to six bytes, little- and big-endian. The fixed widths are written out: each is one expression that the
// compiler turns into a few loads or stores.

const { mathFloor, mathTrunc } = require('core/intrinsics');
const { throwByteLengthError, throwBoundsError, throwValueRangeError, isInBounds } = require('buffer/bounds');

function check(buffer, offset, bytes) {
  if (!isInBounds(buffer.length, offset, bytes)) throwBoundsError(offset, buffer.length, bytes);
}

// Anonymous, as in Node. Each has its own code: functions made by one closure would share the types and calls that the compiler has seen.
const readUInt8 = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 1);
  return this[offset];
});
const readUInt16LE = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 2);
  return this[offset] | (this[offset + 1] << 8);
});
const readUInt16BE = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 2);
  return (this[offset] << 8) | this[offset + 1];
});
const readUInt32LE = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 4);
  return (this[offset] | (this[offset + 1] << 8) | (this[offset + 2] << 16) | (this[offset + 3] << 24)) >>> 0;
});
const readUInt32BE = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 4);
  return ((this[offset] << 24) | (this[offset + 1] << 16) | (this[offset + 2] << 8) | this[offset + 3]) >>> 0;
});
const readInt8 = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 1);
  return (this[offset] << 24) >> 24;
});
const readInt16LE = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 2);
  return this[offset] | ((this[offset + 1] << 24) >> 16);
});
const readInt16BE = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 2);
  return ((this[offset] << 24) >> 16) | this[offset + 1];
});
const readInt32LE = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 4);
  return this[offset] | (this[offset + 1] << 8) | (this[offset + 2] << 16) | (this[offset + 3] << 24);
});
const readInt32BE = (0, function (offset) {
  if (offset === undefined) offset = 0;
  check(this, offset, 4);
  return (this[offset] << 24) | (this[offset + 1] << 16) | (this[offset + 2] << 8) | this[offset + 3];
});

function readAny(buffer, offset, byteLength, littleEndian) {
  if (offset === undefined) throwBoundsError(offset, buffer.length, 1);
  if (!(byteLength >= 1 && byteLength <= 6 && mathFloor(byteLength) === byteLength)) throwByteLengthError(byteLength);
  check(buffer, offset, byteLength);
  return littleEndian ? joinLE(buffer, offset, byteLength) : joinBE(buffer, offset, byteLength);
}

const TWO_32 = 2 ** 32;

function joinLE(b, o, byteLength) {
  switch (byteLength) {
    case 1: return b[o];
    case 2: return b[o] | (b[o + 1] << 8);
    case 3: return b[o] | (b[o + 1] << 8) | (b[o + 2] << 16);
    case 4: return (b[o] | (b[o + 1] << 8) | (b[o + 2] << 16) | (b[o + 3] << 24)) >>> 0;
    case 5: return b[o + 4] * TWO_32 + ((b[o] | (b[o + 1] << 8) | (b[o + 2] << 16) | (b[o + 3] << 24)) >>> 0);
    default: return (b[o + 4] | (b[o + 5] << 8)) * TWO_32 + ((b[o] | (b[o + 1] << 8) | (b[o + 2] << 16) | (b[o + 3] << 24)) >>> 0);
  }
}

function joinBE(b, o, byteLength) {
  switch (byteLength) {
    case 1: return b[o];
    case 2: return (b[o] << 8) | b[o + 1];
    case 3: return (b[o] << 16) | (b[o + 1] << 8) | b[o + 2];
    case 4: return ((b[o] << 24) | (b[o + 1] << 16) | (b[o + 2] << 8) | b[o + 3]) >>> 0;
    case 5: return b[o] * TWO_32 + (((b[o + 1] << 24) | (b[o + 2] << 16) | (b[o + 3] << 8) | b[o + 4]) >>> 0);
    default: return ((b[o] << 8) | b[o + 1]) * TWO_32 + (((b[o + 2] << 24) | (b[o + 3] << 16) | (b[o + 4] << 8) | b[o + 5]) >>> 0);
  }
}

function signAny(value, byteLength) {
  return value > MAX_SIGNED[byteLength] ? value - MAX_UNSIGNED[byteLength] - 1 : value;
}

function checkWrite(buffer, value, offset, bytes, min, max) {
  if (typeof offset !== 'number') throwBoundsError(offset, buffer.length, bytes);
  if (value > max || value < min) throwValueRangeError(value, min, max, bytes);
  check(buffer, offset, bytes);
}

function writeUInt8(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 1, 0, 255);
  this[offset] = value;
  return offset + 1;
}

function writeInt8(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 1, -128, 127);
  this[offset] = value;
  return offset + 1;
}

function writeUInt16LE(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 2, 0, 65535);
  this[offset] = value;
  this[offset + 1] = value >>> 8;
  return offset + 2;
}

function writeUInt16BE(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 2, 0, 65535);
  this[offset] = value >>> 8;
  this[offset + 1] = value;
  return offset + 2;
}

function writeInt16LE(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 2, -32768, 32767);
  this[offset] = value;
  this[offset + 1] = value >>> 8;
  return offset + 2;
}

function writeInt16BE(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 2, -32768, 32767);
  this[offset] = value >>> 8;
  this[offset + 1] = value;
  return offset + 2;
}

function writeUInt32LE(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 4, 0, 4294967295);
  this[offset] = value;
  this[offset + 1] = value >>> 8;
  this[offset + 2] = value >>> 16;
  this[offset + 3] = value >>> 24;
  return offset + 4;
}

function writeUInt32BE(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 4, 0, 4294967295);
  this[offset] = value >>> 24;
  this[offset + 1] = value >>> 16;
  this[offset + 2] = value >>> 8;
  this[offset + 3] = value;
  return offset + 4;
}

function writeInt32LE(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 4, -2147483648, 2147483647);
  this[offset] = value;
  this[offset + 1] = value >>> 8;
  this[offset + 2] = value >>> 16;
  this[offset + 3] = value >>> 24;
  return offset + 4;
}

function writeInt32BE(value, offset = 0) {
  value = +value;
  checkWrite(this, value, offset, 4, -2147483648, 2147483647);
  this[offset] = value >>> 24;
  this[offset + 1] = value >>> 16;
  this[offset + 2] = value >>> 8;
  this[offset + 3] = value;
  return offset + 4;
}

// By the number of bytes.
const MAX_UNSIGNED = [0, 2 ** 8 - 1, 2 ** 16 - 1, 2 ** 24 - 1, 2 ** 32 - 1, 2 ** 40 - 1, 2 ** 48 - 1];
const MAX_SIGNED = [0, 2 ** 7 - 1, 2 ** 15 - 1, 2 ** 23 - 1, 2 ** 31 - 1, 2 ** 39 - 1, 2 ** 47 - 1];

function writeAny(buffer, value, offset, byteLength, littleEndian, signed) {
  if (!(byteLength >= 1 && byteLength <= 6 && mathFloor(byteLength) === byteLength)) throwByteLengthError(byteLength);
  value = +value;
  if (typeof offset !== 'number') throwBoundsError(offset, buffer.length, byteLength);
  const max = signed ? MAX_SIGNED[byteLength] : MAX_UNSIGNED[byteLength];
  const min = signed ? -max - 1 : 0;
  if (value > max || value < min) throwValueRangeError(value, min, max, byteLength);
  check(buffer, offset, byteLength);
  // Two's complement: the lower four bytes as an integer, and the others. NaN is written as zero.
  const integer = mathTrunc(value) || 0;
  const low = integer >>> 0;
  const high = mathFloor(integer / TWO_32);
  const first = littleEndian ? offset : offset + byteLength - 1;
  const step = littleEndian ? 1 : -1;
  buffer[first] = low;
  if (byteLength > 1) buffer[first + step] = low >>> 8;
  if (byteLength > 2) buffer[first + 2 * step] = low >>> 16;
  if (byteLength > 3) buffer[first + 3 * step] = low >>> 24;
  if (byteLength > 4) buffer[first + 4 * step] = high;
  if (byteLength > 5) buffer[first + 5 * step] = high >> 8;
  return offset + byteLength;
}

const readUIntLE = function readUIntLE(offset, byteLength) {
  return readAny(this, offset, byteLength, true);
};
const readUIntBE = function readUIntBE(offset, byteLength) {
  return readAny(this, offset, byteLength, false);
};

const writeUIntLE = function writeUIntLE(value, offset, byteLength) {
  return writeAny(this, value, offset, byteLength, true, false);
};
const writeUIntBE = function writeUIntBE(value, offset, byteLength) {
  return writeAny(this, value, offset, byteLength, false, false);
};

const methods = {
  readUIntLE,
  readUInt32LE,
  readUInt16LE,
  readUInt8,
  readUIntBE,
  readUInt32BE,
  readUInt16BE,
  readUintLE: readUIntLE,
  readUint32LE: readUInt32LE,
  readUint16LE: readUInt16LE,
  readUint8: readUInt8,
  readUintBE: readUIntBE,
  readUint32BE: readUInt32BE,
  readUint16BE: readUInt16BE,
  readIntLE(offset, byteLength) {
    return signAny(readAny(this, offset, byteLength, true), byteLength);
  },
  readInt32LE,
  readInt16LE,
  readInt8,
  readIntBE(offset, byteLength) {
    return signAny(readAny(this, offset, byteLength, false), byteLength);
  },
  readInt32BE,
  readInt16BE,
  writeUIntLE,
  writeUInt32LE,
  writeUInt16LE,
  writeUInt8,
  writeUIntBE,
  writeUInt32BE,
  writeUInt16BE,
  writeUintLE: writeUIntLE,
  writeUint32LE: writeUInt32LE,
  writeUint16LE: writeUInt16LE,
  writeUint8: writeUInt8,
  writeUintBE: writeUIntBE,
  writeUint32BE: writeUInt32BE,
  writeUint16BE: writeUInt16BE,
  writeIntLE(value, offset, byteLength) {
    return writeAny(this, value, offset, byteLength, true, true);
  },
  writeInt32LE,
  writeInt16LE,
  writeInt8,
  writeIntBE(value, offset, byteLength) {
    return writeAny(this, value, offset, byteLength, false, true);
  },
  writeInt32BE,
  writeInt16BE,
};

module.exports = { methods };
