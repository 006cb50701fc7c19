'use strict';
// How much a stream buffers before it applies backpressure.

const { mathFloor, numberIsInteger } = require('core/intrinsics');
const { codes } = require('core/errors');
const { validateInteger } = require('core/validate');

let bytes = 64 * 1024;
let objects = 16;

const getDefaultHighWaterMark = function getDefaultHighWaterMark(objectMode) {
  return objectMode ? objects : bytes;
};

const setDefaultHighWaterMark = function setDefaultHighWaterMark(objectMode, value) {
  validateInteger(value, 'value', 0);
  if (objectMode) objects = value;
  else bytes = value;
};

// `duplexKey` is readableHighWaterMark or writableHighWaterMark: the sides of a Duplex may have different marks.
function highWaterMarkOf(options, duplexKey, isDuplex, objectMode) {
  const mark = options.highWaterMark ?? (isDuplex ? options[duplexKey] : null);
  if (mark == null) return getDefaultHighWaterMark(objectMode);
  if (!numberIsInteger(mark) || mark < 0) {
    throw new codes.ERR_INVALID_ARG_VALUE(isDuplex ? `options.${duplexKey}` : 'options.highWaterMark', mark);
  }
  return mathFloor(mark);
}

module.exports = { getDefaultHighWaterMark, setDefaultHighWaterMark, highWaterMarkOf };
