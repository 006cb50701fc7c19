'use strict';
// node:tty: terminals.

const { numberIsInteger, numberIsNaN, objectSetPrototypeOf } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const native = binding('stdio');
const { codes } = require('core/errors');
const { Socket } = require('net/socket');
const { TTY, openStream } = require('net/handle');
const { nextTick } = require('loop/ticks');

function isatty(fd) {
  return numberIsInteger(fd) && fd >= 0 && fd <= 2147483647 && native.isTTY(fd);
}

function createHandle(fd) {
  if (fd >> 0 !== fd || fd < 0) throw new codes.ERR_INVALID_FD(fd);
  const handle = native.isTTY(fd) ? openStream(fd) : undefined;
  if (handle instanceof TTY) return handle;
  throw new codes.ERR_TTY_INIT_FAILED({
    errno: -22, code: 'EINVAL', message: 'invalid argument', syscall: 'uv_tty_init',
  });
}

// ---- ReadStream

function ReadStream(fd, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(fd, options);
  const handle = createHandle(fd);
  // Keys are not buffered.
  call1(Socket, this, { readableHighWaterMark: 0, handle, manualStart: true, ...options });
  this.isRaw = false;
  this.rawMode = false;
  this.isTTY = true;
}
objectSetPrototypeOf(ReadStream.prototype, Socket.prototype);
objectSetPrototypeOf(ReadStream, Socket);

// 'raw': no line editing and echo; 'io': no output processing either.
const MODES = { raw: 1, io: 2 };

ReadStream.prototype.setRawMode = function(mode) {
  if (typeof mode !== 'string' || mode === '') mode = mode ? 'raw' : false;
  else if (mode !== 'raw' && mode !== 'io') {
    throw new codes.ERR_INVALID_ARG_VALUE('mode', mode, "must be true, false, 'raw', or 'io'");
  }
  const status = this._handle ? this._handle.setRawMode(mode === false ? 0 : MODES[mode]) : 0;
  if (status) {
    this.emit('error', require('core/system_errors').errnoException(status, 'setRawMode'));
    return this;
  }
  this.isRaw = mode !== false;
  this.rawMode = mode;
  return this;
};

// ---- WriteStream

function WriteStream(fd) {
  if (!(this instanceof WriteStream)) return new WriteStream(fd);
  const handle = createHandle(fd);
  call1(Socket, this, { readableHighWaterMark: 0, handle, manualStart: true });
  handle.setBlocking(true);
  const size = [0, 0];
  if (handle.getWindowSize(size) === 0) {
    this.columns = size[0];
    this.rows = size[1];
  }
}
objectSetPrototypeOf(WriteStream.prototype, Socket.prototype);
objectSetPrototypeOf(WriteStream, Socket);

const proto = WriteStream.prototype;

proto.isTTY = true;

proto.getColorDepth = function getColorDepth(env) {
  return require('console/colour_depth').getColorDepth(env);
};

proto.hasColors = function hasColors(count, env) {
  if (env === undefined && (count === undefined || (typeof count === 'object' && count !== null))) {
    env = count;
    count = 16;
  } else {
    require('core/validate').validateInteger(count, 'count', 2);
  }
  return count <= 2 ** this.getColorDepth(env);
};

// The window size may have changed; called on SIGWINCH for standard output.
proto._refreshSize = function() {
  const { columns, rows } = this;
  const size = [0, 0];
  const status = this._handle.getWindowSize(size);
  if (status) {
    this.emit('error', require('core/system_errors').errnoException(status, 'getWindowSize'));
    return;
  }
  if (columns === size[0] && rows === size[1]) return;
  this.columns = size[0];
  this.rows = size[1];
  this.emit('resize');
};

proto.cursorTo = function(x, y, callback) {
  if (typeof y === 'function') {
    callback = y;
    y = undefined;
  }
  validateCallback(callback);
  if (numberIsNaN(x)) throw new codes.ERR_INVALID_ARG_VALUE('x', x);
  if (numberIsNaN(y)) throw new codes.ERR_INVALID_ARG_VALUE('y', y);
  if (typeof x !== 'number' && typeof y !== 'number') return skipWrite(callback);
  if (typeof x !== 'number') throw new codes.ERR_INVALID_CURSOR_POS();
  return this.write(typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`, callback);
};

proto.moveCursor = function(dx, dy, callback) {
  validateCallback(callback);
  let text = '';
  if (dx < 0) text += `\x1b[${-dx}D`;
  else if (dx > 0) text += `\x1b[${dx}C`;
  if (dy < 0) text += `\x1b[${-dy}A`;
  else if (dy > 0) text += `\x1b[${dy}B`;
  return text === '' ? skipWrite(callback) : this.write(text, callback);
};

proto.clearLine = function(direction, callback) {
  validateCallback(callback);
  const part = direction < 0 ? 1 : direction > 0 ? 0 : 2;
  return this.write(`\x1b[${part}K`, callback);
};

proto.clearScreenDown = function(callback) {
  validateCallback(callback);
  return this.write('\x1b[0J', callback);
};

proto.getWindowSize = function() {
  return [this.columns, this.rows];
};

function validateCallback(callback) {
  if (callback !== undefined) require('core/validate').validateFunction(callback, 'callback');
}

function skipWrite(callback) {
  if (typeof callback === 'function') nextTick(callback, null);
  return true;
}

module.exports = { isatty, ReadStream, WriteStream };
