'use strict';

// The engine's brand of an object, with the few cases put right in which its type byte says less than we need.

const { arrayIsArray } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { kindOf: brandOf } = require('core/kind');

function accepts(method, value) {
  try {
    call0(method, value);
    return true;
  } catch {
    return false; // Each of these methods throws for an object that is not of its kind.
  }
}

// JavaScriptCore has one type byte for WeakRef, boxed bigints and symbols, Object.prototype and other rarities.
function distinguish(value) {
  if (accepts(BigInt.prototype.valueOf, value) || accepts(Symbol.prototype.valueOf, value)) return 'Boxed';
  return accepts(WeakRef.prototype.deref, value) ? 'WeakRef' : 'Object';
}

/** A brand of core/kind; not fooled by prototypes or Symbol.toStringTag. */
function kindOf(value) {
  const kind = brandOf(value);
  if (kind === 'Object') return arrayIsArray(value) ? 'Array' : 'Object'; // Array.prototype has a byte of its own.
  return kind === 'WeakRef' ? distinguish(value) : kind;
}

module.exports = { kindOf };
