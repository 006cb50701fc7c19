'use strict';
// A stream's state is a bit field, at the same bit positions as in Node (inspect prints the number): one `&` checks six flags.
// The names that programs read (`_readableState.ended`) are accessors over it.

const globals = require('globals');
const { objectDefineProperty, objectEntries } = require('core/intrinsics');
const { each } = require('core/safe/walk');

const kState = Symbol('kState');

// Bits that both sides have.
const shared = {
  OBJECT_MODE: 1 << 0,
  ERROR_EMITTED: 1 << 1,
  AUTO_DESTROY: 1 << 2,
  EMIT_CLOSE: 1 << 3,
  DESTROYED: 1 << 4,
  CLOSED: 1 << 5,
  CLOSE_EMITTED: 1 << 6,
  ERRORED: 1 << 7,
  CONSTRUCTED: 1 << 8,
};

const sharedNames = {
  objectMode: shared.OBJECT_MODE,
  constructed: shared.CONSTRUCTED,
  errorEmitted: shared.ERROR_EMITTED,
  emitClose: shared.EMIT_CLOSE,
  autoDestroy: shared.AUTO_DESTROY,
  destroyed: shared.DESTROYED,
  closed: shared.CLOSED,
  closeEmitted: shared.CLOSE_EMITTED,
};

function defineBits(prototype, names) {
  for (const { 0: name, 1: bit } of each(objectEntries(names))) {
    objectDefineProperty(prototype, name, {
      __proto__: null,
      get() { return (this[kState] & bit) !== 0; },
      set(value) {
        if (value) this[kState] |= bit;
        else this[kState] &= ~bit;
      },
    });
  }
}

// A field that is rarely set: a bit records whether it has a value.
function defineOptional(prototype, name, bit, key, fallback) {
  objectDefineProperty(prototype, name, {
    __proto__: null,
    get() { return (this[kState] & bit) !== 0 ? this[key] : fallback(); },
    set(value) {
      if (value) {
        this[key] = value;
        this[kState] |= bit;
      } else {
        this[kState] &= ~bit;
      }
    },
  });
}

// Two bits for a value that is undefined or null, false, or true.
function defineTriState(prototype, name, known, bit, fallback) {
  objectDefineProperty(prototype, name, {
    __proto__: null,
    get() { return (this[kState] & known) !== 0 ? (this[kState] & bit) !== 0 : fallback; },
    set(value) {
      if (value == null) this[kState] &= ~(known | bit);
      else if (value) this[kState] |= known | bit;
      else this[kState] = (this[kState] | known) & ~bit;
    },
  });
}

const kErrored = Symbol('kErroredValue');
const kDefaultEncoding = Symbol('kDefaultEncodingValue');

function defineErrored(prototype) {
  defineOptional(prototype, 'errored', shared.ERRORED, kErrored, () => null);
}

function defineDefaultEncoding(prototype, utf8) {
  objectDefineProperty(prototype, 'defaultEncoding', {
    __proto__: null,
    get() { return (this[kState] & utf8) !== 0 ? 'utf8' : this[kDefaultEncoding]; },
    set(value) {
      if (value === 'utf8' || value === 'utf-8') {
        this[kState] |= utf8;
      } else {
        this[kState] &= ~utf8;
        this[kDefaultEncoding] = value;
      }
    },
  });
}

// Validates and applies options.defaultEncoding; without one, the state has the bit of UTF-8.
function setDefaultEncoding(state, encoding, utf8) {
  if (encoding === 'utf8' || encoding === 'utf-8') return;
  if (globals.Buffer.isEncoding(encoding)) {
    state[kState] &= ~utf8;
    state[kDefaultEncoding] = encoding;
  } else {
    throw new (require('core/errors').codes.ERR_UNKNOWN_ENCODING)(encoding);
  }
}

module.exports = {
  kState, shared, sharedNames, defineBits, defineOptional, defineTriState, defineErrored, defineDefaultEncoding,
  setDefaultEncoding,
};
