'use strict';

// Floats and 64-bit integers: converted with typed arrays over a scratch buffer of eight bytes, as a buffer may start at any offset of its
// memory and a DataView per call would cost more than the copy. Each method has its own code: functions made by one closure
// would share the types and calls that the compiler has seen.

const {
  classBigInt64Array: BigInt64Array, classBigUint64Array: BigUint64Array, classFloat32Array: Float32Array,
  classFloat64Array: Float64Array, classUint32Array: Uint32Array, typedArrayBuffer,
} = require('core/intrinsics');
const { throwBoundsError, throwValueRangeError, isInBounds } = require('buffer/bounds');

const scratch = new Uint8Array(8);
const doubles = new Float64Array(typedArrayBuffer(scratch));
const floats = new Float32Array(typedArrayBuffer(scratch));
const words = new Uint32Array(typedArrayBuffer(scratch));
const unsigned = new BigUint64Array(typedArrayBuffer(scratch));
const signed = new BigInt64Array(typedArrayBuffer(scratch));

function check(buffer, offset, bytes) {
  if (!isInBounds(buffer.length, offset, bytes)) throwBoundsError(offset, buffer.length, bytes);
}

// Between a buffer and the scratch buffer, in this order or the reverse.
function load4(buffer, offset) {
  check(buffer, offset, 4);
  words[0] = buffer[offset] | (buffer[offset + 1] << 8) | (buffer[offset + 2] << 16) | (buffer[offset + 3] << 24);
}

function load4Reversed(buffer, offset) {
  check(buffer, offset, 4);
  words[0] = (buffer[offset] << 24) | (buffer[offset + 1] << 16) | (buffer[offset + 2] << 8) | buffer[offset + 3];
}

function load8(buffer, offset) {
  check(buffer, offset, 8);
  words[0] = buffer[offset] | (buffer[offset + 1] << 8) | (buffer[offset + 2] << 16) | (buffer[offset + 3] << 24);
  words[1] = buffer[offset + 4] | (buffer[offset + 5] << 8) | (buffer[offset + 6] << 16) | (buffer[offset + 7] << 24);
}

function load8Reversed(buffer, offset) {
  check(buffer, offset, 8);
  words[1] = (buffer[offset] << 24) | (buffer[offset + 1] << 16) | (buffer[offset + 2] << 8) | buffer[offset + 3];
  words[0] = (buffer[offset + 4] << 24) | (buffer[offset + 5] << 16) | (buffer[offset + 6] << 8) | buffer[offset + 7];
}

function store4(buffer, offset) {
  buffer[offset] = scratch[0];
  buffer[offset + 1] = scratch[1];
  buffer[offset + 2] = scratch[2];
  buffer[offset + 3] = scratch[3];
  return offset + 4;
}

function store4Reversed(buffer, offset) {
  buffer[offset] = scratch[3];
  buffer[offset + 1] = scratch[2];
  buffer[offset + 2] = scratch[1];
  buffer[offset + 3] = scratch[0];
  return offset + 4;
}

function store8(buffer, offset) {
  buffer[offset] = scratch[0];
  buffer[offset + 1] = scratch[1];
  buffer[offset + 2] = scratch[2];
  buffer[offset + 3] = scratch[3];
  buffer[offset + 4] = scratch[4];
  buffer[offset + 5] = scratch[5];
  buffer[offset + 6] = scratch[6];
  buffer[offset + 7] = scratch[7];
  return offset + 8;
}

function store8Reversed(buffer, offset) {
  buffer[offset] = scratch[7];
  buffer[offset + 1] = scratch[6];
  buffer[offset + 2] = scratch[5];
  buffer[offset + 3] = scratch[4];
  buffer[offset + 4] = scratch[3];
  buffer[offset + 5] = scratch[2];
  buffer[offset + 6] = scratch[1];
  buffer[offset + 7] = scratch[0];
  return offset + 8;
}

const MAX_UNSIGNED = 2n ** 64n - 1n;
const MIN_SIGNED = -(2n ** 63n);
const MAX_SIGNED = 2n ** 63n - 1n;

function readBigUInt64LE(offset = 0) {
  load8(this, offset);
  return unsigned[0];
}

function readBigUInt64BE(offset = 0) {
  load8Reversed(this, offset);
  return unsigned[0];
}

function writeBigUInt64LE(value, offset = 0) {
  if (value > MAX_UNSIGNED || value < 0n) throwValueRangeError(value, 0n, MAX_UNSIGNED, 8);
  check(this, offset, 8);
  unsigned[0] = value & MAX_UNSIGNED;
  return store8(this, offset);
}

function writeBigUInt64BE(value, offset = 0) {
  if (value > MAX_UNSIGNED || value < 0n) throwValueRangeError(value, 0n, MAX_UNSIGNED, 8);
  check(this, offset, 8);
  unsigned[0] = value & MAX_UNSIGNED;
  return store8Reversed(this, offset);
}

function readBigInt64LE(offset = 0) {
  load8(this, offset);
  return signed[0];
}

function readBigInt64BE(offset = 0) {
  load8Reversed(this, offset);
  return signed[0];
}

function writeBigInt64LE(value, offset = 0) {
  if (value > MAX_SIGNED || value < MIN_SIGNED) throwValueRangeError(value, MIN_SIGNED, MAX_SIGNED, 8);
  check(this, offset, 8);
  unsigned[0] = value & MAX_UNSIGNED;
  return store8(this, offset);
}

function writeBigInt64BE(value, offset = 0) {
  if (value > MAX_SIGNED || value < MIN_SIGNED) throwValueRangeError(value, MIN_SIGNED, MAX_SIGNED, 8);
  check(this, offset, 8);
  unsigned[0] = value & MAX_UNSIGNED;
  return store8Reversed(this, offset);
}

const bigMethods = {
  readBigUInt64LE,
  readBigUInt64BE,
  readBigUint64LE: readBigUInt64LE,
  readBigUint64BE: readBigUInt64BE,
  readBigInt64LE,
  readBigInt64BE,
  writeBigUInt64LE,
  writeBigUInt64BE,
  writeBigUint64LE: writeBigUInt64LE,
  writeBigUint64BE: writeBigUInt64BE,
  writeBigInt64LE,
  writeBigInt64BE,
};

// Node's names: "forwards" is the native byte order, little-endian.
const floatMethods = {
  readFloatLE: function readFloatForwards(offset = 0) {
    load4(this, offset);
    return floats[0];
  },
  readFloatBE: function readFloatBackwards(offset = 0) {
    load4Reversed(this, offset);
    return floats[0];
  },
  readDoubleLE: function readDoubleForwards(offset = 0) {
    load8(this, offset);
    return doubles[0];
  },
  readDoubleBE: function readDoubleBackwards(offset = 0) {
    load8Reversed(this, offset);
    return doubles[0];
  },
  writeFloatLE: function writeFloatForwards(value, offset = 0) {
    value = +value;
    check(this, offset, 4);
    floats[0] = value;
    return store4(this, offset);
  },
  writeFloatBE: function writeFloatBackwards(value, offset = 0) {
    value = +value;
    check(this, offset, 4);
    floats[0] = value;
    return store4Reversed(this, offset);
  },
  writeDoubleLE: function writeDoubleForwards(value, offset = 0) {
    value = +value;
    check(this, offset, 8);
    doubles[0] = value;
    return store8(this, offset);
  },
  writeDoubleBE: function writeDoubleBackwards(value, offset = 0) {
    value = +value;
    check(this, offset, 8);
    doubles[0] = value;
    return store8Reversed(this, offset);
  },
};

module.exports = { bigMethods, floatMethods };
