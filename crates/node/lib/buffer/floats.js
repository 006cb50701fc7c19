'use strict';

// Floats and 64-bit integers: converted with a DataView over a scratch buffer of eight bytes, as a buffer may start at any
// offset of its memory and a DataView per call would cost more than the copy.

const { typedArrayBuffer } = require('core/intrinsics');
const { throwBoundsError, throwValueRangeError, isInBounds } = require('buffer/bounds');

const scratch = new Uint8Array(8);
const view = new DataView(typedArrayBuffer(scratch));

function load(buffer, offset, bytes) {
  if (!isInBounds(buffer.length, offset, bytes)) throwBoundsError(offset, buffer.length, bytes);
  for (let i = 0; i < bytes; i++) scratch[i] = buffer[offset + i];
}

function store(buffer, offset, bytes) {
  for (let i = 0; i < bytes; i++) buffer[offset + i] = scratch[i];
  return offset + bytes;
}

function check(buffer, offset, bytes) {
  if (!isInBounds(buffer.length, offset, bytes)) throwBoundsError(offset, buffer.length, bytes);
}

const bigReader = (name, kind, littleEndian) => ({
  [name](offset = 0) {
    load(this, offset, 8);
    return view[`getBig${kind}64`](0, littleEndian);
  },
})[name];

const bigWriter = (name, kind, littleEndian) => {
  const min = kind === 'Int' ? -(2n ** 63n) : 0n;
  const max = kind === 'Int' ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  return {
    [name](value, offset = 0) {
      if (value > max || value < min) throwValueRangeError(value, min, max, 8);
      check(this, offset, 8);
      view[`setBig${kind}64`](0, value & 0xffffffffffffffffn, littleEndian);
      return store(this, offset, 8);
    },
  }[name];
};

const readBigUInt64LE = bigReader('readBigUInt64LE', 'Uint', true);
const readBigUInt64BE = bigReader('readBigUInt64BE', 'Uint', false);
const writeBigUInt64LE = bigWriter('writeBigUInt64LE', 'Uint', true);
const writeBigUInt64BE = bigWriter('writeBigUInt64BE', 'Uint', false);

const bigMethods = {
  readBigUInt64LE,
  readBigUInt64BE,
  readBigUint64LE: readBigUInt64LE,
  readBigUint64BE: readBigUInt64BE,
  readBigInt64LE: bigReader('readBigInt64LE', 'Int', true),
  readBigInt64BE: bigReader('readBigInt64BE', 'Int', false),
  writeBigUInt64LE,
  writeBigUInt64BE,
  writeBigUint64LE: writeBigUInt64LE,
  writeBigUint64BE: writeBigUInt64BE,
  writeBigInt64LE: bigWriter('writeBigInt64LE', 'Int', true),
  writeBigInt64BE: bigWriter('writeBigInt64BE', 'Int', false),
};

// Node's names: "forwards" is the native byte order, little-endian.
const floatMethods = {
  readFloatLE: function readFloatForwards(offset = 0) {
    load(this, offset, 4);
    return view.getFloat32(0, true);
  },
  readFloatBE: function readFloatBackwards(offset = 0) {
    load(this, offset, 4);
    return view.getFloat32(0, false);
  },
  readDoubleLE: function readDoubleForwards(offset = 0) {
    load(this, offset, 8);
    return view.getFloat64(0, true);
  },
  readDoubleBE: function readDoubleBackwards(offset = 0) {
    load(this, offset, 8);
    return view.getFloat64(0, false);
  },
  writeFloatLE: function writeFloatForwards(value, offset = 0) {
    value = +value;
    check(this, offset, 4);
    view.setFloat32(0, value, true);
    return store(this, offset, 4);
  },
  writeFloatBE: function writeFloatBackwards(value, offset = 0) {
    value = +value;
    check(this, offset, 4);
    view.setFloat32(0, value, false);
    return store(this, offset, 4);
  },
  writeDoubleLE: function writeDoubleForwards(value, offset = 0) {
    value = +value;
    check(this, offset, 8);
    view.setFloat64(0, value, true);
    return store(this, offset, 8);
  },
  writeDoubleBE: function writeDoubleBackwards(value, offset = 0) {
    value = +value;
    check(this, offset, 8);
    view.setFloat64(0, value, false);
    return store(this, offset, 8);
  },
};

module.exports = { bigMethods, floatMethods };
