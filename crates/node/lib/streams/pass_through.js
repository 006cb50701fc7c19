'use strict';
// PassThrough: a Transform that changes nothing.

const Transform = require('streams/transform');

function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new PassThrough(options);
  Transform.call(this, options);
}

Object.setPrototypeOf(PassThrough.prototype, Transform.prototype);
Object.setPrototypeOf(PassThrough, Transform);
module.exports = PassThrough;

PassThrough.prototype._transform = function(chunk, encoding, callback) {
  callback(null, chunk);
};
