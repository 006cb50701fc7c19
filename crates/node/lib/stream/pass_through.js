'use strict';
// PassThrough: a Transform that changes nothing.

const { objectSetPrototypeOf } = require('core/intrinsics');
const { call1 } = require('core/safe/calls');
const Transform = require('stream/transform');

function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new PassThrough(options);
  call1(Transform, this, options);
}

objectSetPrototypeOf(PassThrough.prototype, Transform.prototype);
objectSetPrototypeOf(PassThrough, Transform);
module.exports = PassThrough;

PassThrough.prototype._transform = function(chunk, encoding, callback) {
  callback(null, chunk);
};
