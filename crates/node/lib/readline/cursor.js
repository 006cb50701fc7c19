'use strict';
// Control sequences that move the cursor and clear parts of the screen, and the functions of node:readline that write them to a
// stream.

const { numberIsNaN } = require('core/intrinsics');
const { nextTick } = require('loop/ticks');
const { ERR_INVALID_ARG_VALUE, ERR_INVALID_CURSOR_POS } = require('core/errors').codes;
const { validateFunction } = require('core/validate');

const CSI = '\x1b[';
const clearDown = `${CSI}0J`;

const to = (x, y) => typeof y === 'number' ? `${CSI}${y + 1};${x + 1}H` : `${CSI}${x + 1}G`;

function by(dx, dy) {
  let sequence = '';
  if (dx < 0) sequence += `${CSI}${-dx}D`;
  else if (dx > 0) sequence += `${CSI}${dx}C`;
  if (dy < 0) sequence += `${CSI}${-dy}A`;
  else if (dy > 0) sequence += `${CSI}${dy}B`;
  return sequence;
}

// Before the cursor (negative), after it (positive), or the whole line.
const clear = (direction) => `${CSI}${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`;

function send(stream, sequence, callback) {
  if (stream !== null && stream !== undefined && sequence !== '') return stream.write(sequence, callback);
  if (typeof callback === 'function') nextTick(callback, null);
  return true;
}

function checkCallback(callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
}

function cursorTo(stream, x, y, callback) {
  checkCallback(callback);
  if (typeof y === 'function') {
    callback = y;
    y = undefined;
  }
  if (numberIsNaN(x)) throw new ERR_INVALID_ARG_VALUE('x', x);
  if (numberIsNaN(y)) throw new ERR_INVALID_ARG_VALUE('y', y);
  if (stream === null || stream === undefined) return send(stream, '', callback);
  if (typeof x === 'number') return send(stream, to(x, y), callback);
  if (typeof y === 'number') throw new ERR_INVALID_CURSOR_POS();
  return send(stream, '', callback);
}

function moveCursor(stream, dx, dy, callback) {
  checkCallback(callback);
  return send(stream, by(dx, dy), callback);
}

function clearLine(stream, dir, callback) {
  checkCallback(callback);
  return send(stream, clear(dir), callback);
}

function clearScreenDown(stream, callback) {
  checkCallback(callback);
  return send(stream, clearDown, callback);
}

module.exports = { sequences: { to, by, clear, clearDown }, cursorTo, moveCursor, clearLine, clearScreenDown };
