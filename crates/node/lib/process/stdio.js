'use strict';
// process.stdout and process.stderr.

const EventEmitter = require('events');
const native = binding('stdio');

class StandardOutput extends EventEmitter {
  constructor(fd) {
    super();
    this.fd = fd;
    this._isStdio = true;
    this.writable = true;
    if (native.isTTY(fd)) this.isTTY = true;
  }

  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') callback = encoding;
    const errno = typeof chunk === 'string' ? native.write(this.fd, chunk) : native.writeBytes(this.fd, chunk);
    let error = null;
    if (errno < 0) {
      error = require('core/system_errors').errnoException(errno, 'write');
      process.nextTick(() => this.emit('error', error));
    }
    if (typeof callback === 'function') process.nextTick(callback, error);
    return errno === 0;
  }

  end(chunk, encoding, callback) {
    if (chunk != null && typeof chunk !== 'function') this.write(chunk, encoding);
    const last = [chunk, encoding, callback].find((value) => typeof value === 'function');
    if (last !== undefined) process.nextTick(last);
    return this;
  }

  get columns() {
    return this.isTTY ? Math.floor(native.windowSize(this.fd) / 65536) : undefined;
  }

  get rows() {
    return this.isTTY ? native.windowSize(this.fd) % 65536 : undefined;
  }
}

function open(fd) {
  const stream = new StandardOutput(fd);
  require('console/log').adopt(fd, stream);
  return stream;
}

module.exports = { stdout: () => open(1), stderr: () => open(2), stdin() { throw new Error('process.stdin is not there yet'); } };
