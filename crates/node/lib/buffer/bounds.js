'use strict';

// Errors of reading and writing numbers.

const { mathFloor } = require('core/intrinsics');
const { codes } = require('core/errors');
const { validateNumber } = require('core/validate');

// Throws for an offset at which `bytes` bytes are not available.
function throwBoundsError(offset, length, bytes) {
  validateNumber(offset, 'offset');
  if (mathFloor(offset) !== offset) throw new codes.ERR_OUT_OF_RANGE('offset', 'an integer', offset);
  if (length - bytes < 0) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS();
  throw new codes.ERR_OUT_OF_RANGE('offset', `>= 0 and <= ${length - bytes}`, offset);
}

function throwByteLengthError(byteLength) {
  validateNumber(byteLength, 'byteLength');
  if (mathFloor(byteLength) !== byteLength) throw new codes.ERR_OUT_OF_RANGE('byteLength', 'an integer', byteLength);
  throw new codes.ERR_OUT_OF_RANGE('byteLength', '>= 1 and <= 6', byteLength);
}

// Throws for a value out of range: limits in full up to four bytes, as powers of two beyond.
function throwValueRangeError(value, min, max, bytes) {
  const n = typeof min === 'bigint' ? 'n' : '';
  let range;
  if (bytes <= 4) range = `>= ${min}${n} and <= ${max}${n}`;
  else if (min == 0) range = `>= 0${n} and < 2${n} ** ${bytes * 8}${n}`;
  else range = `>= -(2${n} ** ${bytes * 8 - 1}${n}) and < 2${n} ** ${bytes * 8 - 1}${n}`;
  throw new codes.ERR_OUT_OF_RANGE('value', range, value);
}

// Whether `bytes` bytes start at `offset`. False for anything but an integer in range.
function isInBounds(length, offset, bytes) {
  return typeof offset === 'number' && offset >= 0 && offset <= length - bytes && mathFloor(offset) === offset;
}

module.exports = { throwBoundsError, throwByteLengthError, throwValueRangeError, isInBounds };
