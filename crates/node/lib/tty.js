'use strict';
// node:tty. The classes are those of process.stdin and process.stdout on a terminal.

const native = binding('stdio');
const { ERR_INVALID_FD, ERR_TTY_INIT_FAILED } = require('core/errors').codes;

function isatty(fd) {
  return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && native.isTTY(fd);
}

function checked(fd) {
  if (fd >> 0 !== fd || fd < 0) throw new ERR_INVALID_FD(fd);
  if (!native.isTTY(fd)) {
    throw new ERR_TTY_INIT_FAILED({ errno: -22, code: 'EINVAL', message: 'invalid argument', syscall: 'uv_tty_init' });
  }
  return fd;
}

// Callable without new, as in Node.
function ReadStream(fd) {
  return require('process/input').openTerminal(checked(fd));
}

function WriteStream(fd) {
  return new (require('process/terminal').WriteStream)(checked(fd));
}

Object.defineProperty(ReadStream, 'prototype', { __proto__: null, value: require('process/input').ReadStream.prototype });
Object.defineProperty(WriteStream, 'prototype', { __proto__: null, value: require('process/terminal').WriteStream.prototype });

module.exports = { isatty, ReadStream, WriteStream };
