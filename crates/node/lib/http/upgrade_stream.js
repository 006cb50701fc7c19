'use strict';
// What 'upgrade' listeners of a server get while the request's body is still arriving: the socket, without what belongs to that body.
//
// It is writable at once. Once the body is complete, what follows it is read from here; nobody has to read the body for that.

const { call1 } = require('core/safe/calls');
const { objectSetPrototypeOf } = require('core/intrinsics');
const Duplex = require('stream/duplex');

const kSocket = Symbol('kSocket');
const kRequest = Symbol('kRequest');

function UpgradeStream(socket, request) {
  call1(Duplex, this, { allowHalfOpen: socket.allowHalfOpen });
  this[kSocket] = socket;
  this[kRequest] = request;
  socket.on('error', (error) => this.destroy(error));
  socket.on('close', () => this.destroy());
  this.on('close', () => socket.destroy());
  socket.on('end', () => {
    this.push(null);
    // As with a socket, 'end' needs no reader if there is nothing to read.
    if (this.readableLength === 0) this.resume();
  });
}
objectSetPrototypeOf(UpgradeStream.prototype, Duplex.prototype);
objectSetPrototypeOf(UpgradeStream, Duplex);

const proto = UpgradeStream.prototype;

// `rest`: what was read after the body.
proto.bodyCompleted = function(rest) {
  this[kRequest] = null;
  const socket = this[kSocket];
  const pass = (chunk) => {
    if (!this.push(chunk)) socket.pause();
  };
  if (rest.length > 0) pass(rest);
  socket.on('data', pass);
};

// Whoever reads this stream need not read the body.
proto._read = function() {
  this[kRequest]?.resume();
  this[kSocket].resume();
};

proto._write = function(chunk, encoding, callback) {
  this[kSocket].write(chunk, encoding, callback);
};

proto._final = function(callback) {
  this[kSocket].end(callback);
};

proto._destroy = function(error, callback) {
  this[kSocket].destroy(error);
  callback(error);
};

module.exports = { UpgradeStream };
