'use strict';

// Integers of one to six bytes, little- and big-endian. The fixed widths are written out: each is one expression that the
// compiler turns into a few loads or stores.

const { mathFloor, mathTrunc } = require('core/intrinsics');
const { throwByteLengthError, throwBoundsError, throwValueRangeError, isInBounds } = require('buffer/bounds');

function check(buffer, offset, bytes) {
  if (!isInBounds(buffer.length, offset, bytes)) throwBoundsError(offset, buffer.length, bytes);
}

const read8 = (b, o) => b[o];
const read16LE = (b, o) => b[o] | (b[o + 1] << 8);
const read16BE = (b, o) => (b[o] << 8) | b[o + 1];
const read32LE = (b, o) => (b[o] | (b[o + 1] << 8) | (b[o + 2] << 16) | (b[o + 3] << 24)) >>> 0;
const read32BE = (b, o) => ((b[o] << 24) | (b[o + 1] << 16) | (b[o + 2] << 8) | b[o + 3]) >>> 0;

const signed8 = (value) => (value << 24) >> 24;
const signed16 = (value) => (value << 16) >> 16;
const signed32 = (value) => value | 0;

// Anonymous, as in Node.
const reader = (bytes, read, sign) => (sign === undefined
  ? (0, function (offset) {
    if (offset === undefined) offset = 0;
    check(this, offset, bytes);
    return read(this, offset);
  })
  : (0, function (offset) {
    if (offset === undefined) offset = 0;
    check(this, offset, bytes);
    return sign(read(this, offset));
  }));

function readAny(buffer, offset, byteLength, littleEndian) {
  if (offset === undefined) throwBoundsError(offset, buffer.length, 1);
  if (!(byteLength >= 1 && byteLength <= 6 && mathFloor(byteLength) === byteLength)) throwByteLengthError(byteLength);
  check(buffer, offset, byteLength);
  let value = 0;
  if (littleEndian) for (let i = byteLength - 1; i >= 0; i--) value = value * 256 + buffer[offset + i];
  else for (let i = 0; i < byteLength; i++) value = value * 256 + buffer[offset + i];
  return value;
}

function signAny(value, byteLength) {
  return value >= 2 ** (byteLength * 8 - 1) ? value - 2 ** (byteLength * 8) : value;
}

function write8(b, value, o) {
  b[o] = value;
}

function write16LE(b, value, o) {
  b[o] = value;
  b[o + 1] = value >>> 8;
}

function write16BE(b, value, o) {
  b[o] = value >>> 8;
  b[o + 1] = value;
}

function write32LE(b, value, o) {
  b[o] = value;
  b[o + 1] = value >>> 8;
  b[o + 2] = value >>> 16;
  b[o + 3] = value >>> 24;
}

function write32BE(b, value, o) {
  b[o] = value >>> 24;
  b[o + 1] = value >>> 16;
  b[o + 2] = value >>> 8;
  b[o + 3] = value;
}

const writer = (name, bytes, write, min, max) => ({
  [name](value, offset = 0) {
    value = +value;
    if (typeof offset !== 'number') throwBoundsError(offset, this.length, bytes);
    if (value > max || value < min) throwValueRangeError(value, min, max, bytes);
    check(this, offset, bytes);
    write(this, value, offset);
    return offset + bytes;
  },
})[name];

function writeAny(buffer, value, offset, byteLength, littleEndian, signed) {
  if (!(byteLength >= 1 && byteLength <= 6 && mathFloor(byteLength) === byteLength)) throwByteLengthError(byteLength);
  value = +value;
  if (typeof offset !== 'number') throwBoundsError(offset, buffer.length, byteLength);
  const max = signed ? 2 ** (byteLength * 8 - 1) - 1 : 2 ** (byteLength * 8) - 1;
  const min = signed ? -(2 ** (byteLength * 8 - 1)) : 0;
  if (value > max || value < min) throwValueRangeError(value, min, max, byteLength);
  check(buffer, offset, byteLength);
  // As two's complement, so that the division below sees no sign. NaN is written as zero.
  let rest = mathTrunc(value) || 0;
  if (rest < 0) rest += 2 ** (byteLength * 8);
  for (let i = 0; i < byteLength; i++) {
    buffer[littleEndian ? offset + i : offset + byteLength - 1 - i] = rest % 256;
    rest = mathFloor(rest / 256);
  }
  return offset + byteLength;
}

const readUIntLE = function readUIntLE(offset, byteLength) {
  return readAny(this, offset, byteLength, true);
};
const readUIntBE = function readUIntBE(offset, byteLength) {
  return readAny(this, offset, byteLength, false);
};
const readUInt8 = reader(1, read8);
const readUInt16LE = reader(2, read16LE);
const readUInt16BE = reader(2, read16BE);
const readUInt32LE = reader(4, read32LE);
const readUInt32BE = reader(4, read32BE);

const writeUIntLE = function writeUIntLE(value, offset, byteLength) {
  return writeAny(this, value, offset, byteLength, true, false);
};
const writeUIntBE = function writeUIntBE(value, offset, byteLength) {
  return writeAny(this, value, offset, byteLength, false, false);
};
const writeUInt8 = writer('writeUInt8', 1, write8, 0, 255);
const writeUInt16LE = writer('writeUInt16LE', 2, write16LE, 0, 65535);
const writeUInt16BE = writer('writeUInt16BE', 2, write16BE, 0, 65535);
const writeUInt32LE = writer('writeUInt32LE', 4, write32LE, 0, 4294967295);
const writeUInt32BE = writer('writeUInt32BE', 4, write32BE, 0, 4294967295);

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
  readInt32LE: reader(4, read32LE, signed32),
  readInt16LE: reader(2, read16LE, signed16),
  readInt8: reader(1, read8, signed8),
  readIntBE(offset, byteLength) {
    return signAny(readAny(this, offset, byteLength, false), byteLength);
  },
  readInt32BE: reader(4, read32BE, signed32),
  readInt16BE: reader(2, read16BE, signed16),
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
  writeInt32LE: writer('writeInt32LE', 4, write32LE, -2147483648, 2147483647),
  writeInt16LE: writer('writeInt16LE', 2, write16LE, -32768, 32767),
  writeInt8: writer('writeInt8', 1, write8, -128, 127),
  writeIntBE(value, offset, byteLength) {
    return writeAny(this, value, offset, byteLength, false, true);
  },
  writeInt32BE: writer('writeInt32BE', 4, write32BE, -2147483648, 2147483647),
  writeInt16BE: writer('writeInt16BE', 2, write16BE, -32768, 32767),
};

module.exports = { methods };
