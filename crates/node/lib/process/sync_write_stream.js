'use strict';
// Standard output to a file: each write is synchronous and complete.

const { objectSetPrototypeOf } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const Writable = require('stream/writable');
const native = binding('stdio');

function SyncWriteStream(fd, options = {}) {
  call1(Writable, this, { autoDestroy: true });
  this.fd = fd;
  this.readable = false;
  this.autoClose = options.autoClose === undefined ? true : options.autoClose;
}
objectSetPrototypeOf(SyncWriteStream.prototype, Writable.prototype);
objectSetPrototypeOf(SyncWriteStream, Writable);

SyncWriteStream.prototype._write = function(chunk, encoding, callback) {
  const errno = native.writeBytes(this.fd, chunk);
  if (errno < 0) callback(require('core/system_errors').uvException({ errno, syscall: 'write' }));
  else callback();
};

SyncWriteStream.prototype._destroy = function(error, callback) {
  const { fd } = this;
  this.fd = null;
  if (fd !== null && this.autoClose) require('fs').closeSync(fd);
  callback(error);
};

SyncWriteStream.prototype.destroySoon = SyncWriteStream.prototype.destroy;

module.exports = { SyncWriteStream };
