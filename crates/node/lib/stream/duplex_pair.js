'use strict';
// duplexPair(): two Duplexes; each one reads what was written to the other.

const globals = require('globals');
const Duplex = require('stream/duplex');

const kCallback = Symbol('Callback');
const kOther = Symbol('Other');

class DuplexSide extends Duplex {
  constructor(options) {
    super(options);
    this[kCallback] = null;
    this[kOther] = null;
  }

  _read() {
    const callback = this[kCallback];
    if (!callback) return;
    this[kCallback] = null;
    callback();
  }

  _write(chunk, encoding, callback) {
    if (chunk.length === 0) {
      globals.process.nextTick(callback);
    } else {
      this[kOther].push(chunk);
      this[kOther][kCallback] = callback;
    }
  }

  _final(callback) {
    this[kOther].on('end', callback);
    this[kOther].push(null);
  }

  // The other side ends, in a tick, or is destroyed if this one failed; the error is not its own.
  _destroy(error, callback) {
    const other = this[kOther];
    if (other !== null && !other.destroyed) globals.process.nextTick(destroyOther, other, error);
    callback(error);
  }
}

function destroyOther(other, error) {
  if (other.destroyed) return;
  if (error) other.destroy();
  else other.push(null);
}

function duplexPair(options) {
  const one = new DuplexSide(options);
  const other = new DuplexSide(options);
  one[kOther] = other;
  other[kOther] = one;
  return [one, other];
}

module.exports = { duplexPair };
