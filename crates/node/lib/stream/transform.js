'use strict';
// Transform: the output is computed from the input. A write's callback is called if its result fits into the readable side's
// buffer; otherwise it is kept (kCallback) until the next read, so that backpressure reaches the writer.

const globals = require('globals');
const { objectSetPrototypeOf } = require('core/intrinsics');
const { call0, call1 } = require('core/safe/calls');
const Duplex = require('stream/duplex');
const { codes } = require('core/errors');
const { highWaterMarkOf } = require('stream/high_water_mark');

const kCallback = Symbol('kCallback');

function Transform(options) {
  if (!(this instanceof Transform)) return new Transform(options);
  // A readable side with a high water mark of 0 must not get the writable side's.
  const objectMode = options?.objectMode || options?.readableObjectMode;
  const readableMark = options ? highWaterMarkOf(options, 'readableHighWaterMark', true, objectMode) : null;
  if (readableMark === 0) {
    options = {
      ...options,
      highWaterMark: null,
      readableHighWaterMark: readableMark,
      writableHighWaterMark: options.writableHighWaterMark || 0,
    };
  }
  call1(Duplex, this, options);
  // A chunk pushed outside _read() must emit 'readable' at once.
  this._readableState.sync = false;
  this[kCallback] = null;
  if (options) {
    if (typeof options.transform === 'function') this._transform = options.transform;
    if (typeof options.flush === 'function') this._flush = options.flush;
  }
  this.on('prefinish', prefinish);
}

objectSetPrototypeOf(Transform.prototype, Duplex.prototype);
objectSetPrototypeOf(Transform, Duplex);
module.exports = Transform;

function final(callback) {
  if (typeof this._flush === 'function' && !this.destroyed) {
    this._flush((err, data) => {
      if (err) {
        if (callback) callback(err);
        else this.destroy(err);
        return;
      }
      if (data != null) this.push(data);
      this.push(null);
      if (callback) callback();
    });
  } else {
    this.push(null);
    if (callback) callback();
  }
}

// A subclass with its own _final still gets its _flush called.
function prefinish() {
  if (this._final !== final) call0(final, this);
}

Transform.prototype._final = final;

Transform.prototype._transform = function(chunk, encoding, callback) { // eslint-disable-line no-unused-vars
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};

Transform.prototype._write = function(chunk, encoding, callback) {
  const r = this._readableState;
  const w = this._writableState;
  const before = r.length;
  this._transform(chunk, encoding, (err, value) => {
    if (err) {
      callback(err);
      return;
    }
    if (value != null) this.push(value);
    // The readable side has ended: call back in a tick, so that the writer sees 'end' before it is asked for the next chunk.
    if (r.ended) globals.process.nextTick(callback);
    else if (w.ended || before === r.length || r.length < r.highWaterMark) callback();
    else this[kCallback] = callback;
  });
};

Transform.prototype._read = function() {
  if (!this[kCallback]) return;
  const callback = this[kCallback];
  this[kCallback] = null;
  callback();
};
