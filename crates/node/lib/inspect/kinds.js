'use strict';

// The engine's brand of an object, corrected where its type byte is ambiguous.

const { arrayIsArray } = require('core/intrinsics');
const { call0 } = require('core/safe/calls');
const { kindOf: brandOf } = require('core/kind');

function accepts(method, value) {
  try {
    call0(method, value);
    return true;
  } catch {
    return false; // Each of these methods throws for an object of another kind.
  }
}

// JavaScriptCore has one type byte for WeakRef, boxed bigints and symbols, Object.prototype and other rare objects.
function distinguish(value) {
  if (accepts(BigInt.prototype.valueOf, value) || accepts(Symbol.prototype.valueOf, value)) return 'Boxed';
  return accepts(WeakRef.prototype.deref, value) ? 'WeakRef' : 'Object';
}

/** A brand of core/kind; independent of prototypes and Symbol.toStringTag. */
function kindOf(value) {
  const kind = brandOf(value);
  if (kind === 'Object') return arrayIsArray(value) ? 'Array' : 'Object'; // Array.prototype has its own type byte.
  return kind === 'WeakRef' ? distinguish(value) : kind;
}

module.exports = { kindOf };
