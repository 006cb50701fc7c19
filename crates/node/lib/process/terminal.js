'use strict';
// process.stdout and process.stderr on a terminal: its size, its colours, its cursor.

const { StandardOutput } = require('process/output');
const native = binding('stdio');
const { nextTick } = require('loop/ticks');

class WriteStream extends StandardOutput {
  constructor(fd) {
    super(fd, 'tty');
    this.isTTY = true;
    this.columns = undefined;
    this.rows = undefined;
    this._refreshSize(false);
    require('process/process').on('SIGWINCH', () => this._refreshSize(true));
  }

  _refreshSize(tell) {
    const size = native.windowSize(this.fd);
    const columns = Math.floor(size / 65536);
    const rows = size % 65536;
    if (this.columns === columns && this.rows === rows) return;
    this.columns = columns;
    this.rows = rows;
    if (tell) this.emit('resize');
  }

  getWindowSize() {
    return [this.columns, this.rows];
  }

  getColorDepth(env) {
    return require('console/colour_depth').getColorDepth(env);
  }

  hasColors(count, env) {
    if (env === undefined && (count === undefined || (typeof count === 'object' && count !== null))) {
      env = count;
      count = 16;
    } else {
      require('core/validate').validateInteger(count, 'count', 2);
    }
    return count <= 2 ** this.getColorDepth(env);
  }

  cursorTo(x, y, callback) {
    if (typeof y === 'function') [y, callback] = [undefined, y];
    const { codes } = require('core/errors');
    validateCallback(callback);
    if (Number.isNaN(x)) throw new codes.ERR_INVALID_ARG_VALUE('x', x);
    if (Number.isNaN(y)) throw new codes.ERR_INVALID_ARG_VALUE('y', y);
    if (typeof x !== 'number' && typeof y !== 'number') return nothingToWrite(callback);
    if (typeof x !== 'number') throw new codes.ERR_INVALID_CURSOR_POS();
    return this.write(typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`, callback);
  }

  moveCursor(dx, dy, callback) {
    validateCallback(callback);
    let text = '';
    if (dx < 0) text += `\x1b[${-dx}D`;
    else if (dx > 0) text += `\x1b[${dx}C`;
    if (dy < 0) text += `\x1b[${-dy}A`;
    else if (dy > 0) text += `\x1b[${dy}B`;
    return text === '' ? nothingToWrite(callback) : this.write(text, callback);
  }

  clearLine(direction, callback) {
    validateCallback(callback);
    const part = direction < 0 ? 1 : direction > 0 ? 0 : 2;
    return this.write(`\x1b[${part}K`, callback);
  }

  clearScreenDown(callback) {
    validateCallback(callback);
    return this.write('\x1b[0J', callback);
  }
}

function validateCallback(callback) {
  if (callback !== undefined) require('core/validate').validateFunction(callback, 'callback');
}

function nothingToWrite(callback) {
  if (typeof callback === 'function') nextTick(callback, null);
  return true;
}

module.exports = { WriteStream };
