'use strict';
// globalThis.crypto: random values. (The methods of crypto.subtle are not implemented and throw.)

const { arrayBufferStaticIsView, objectDefineProperty, regexpTest } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const native = binding('crypto');
const { codes } = require('core/errors');

const MAX_BYTES = 65536;
const INTEGER = /^(?:Uint8Clamped|U?int\d+|Int\d+|BigU?[iI]nt64)Array$/i;

let isConstructed = false;

class Crypto {
  constructor() {
    if (isConstructed) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    isConstructed = true;
  }

  get subtle() {
    check(this);
    return subtle ??= createSubtle();
  }

  getRandomValues(array) {
    check(this);
    if (arguments.length === 0) {
      const error = new codes.ERR_MISSING_ARGS('array');
      error.message = "Failed to execute 'getRandomValues' on 'Crypto': 1 argument required, but only 0 present.";
      throw error;
    }
    const { DOMException } = require('core/dom_exception');
    const kind = arrayBufferStaticIsView(array) ? array[Symbol.toStringTag] : undefined;
    if (kind === undefined || !regexpTest(INTEGER, kind)) {
      throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
    }
    if (array.byteLength > MAX_BYTES) {
      throw new DOMException(`The requested length exceeds ${MAX_BYTES.toLocaleString('en-US')} bytes`, 'QuotaExceededError');
    }
    if (array.byteLength > 0) {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(native.randomBytes(undefined, array.byteLength));
    }
    return array;
  }

  randomUUID(options) {
    check(this);
    return require('crypto').randomUUID(options);
  }
}

// Programs access it long before they use it, if ever: it exists, and its methods throw.
let subtle;

function createSubtle() {
  const { unimplementedAll } = require('core/not_implemented');
  return unimplementedAll('crypto.subtle', [
    'encrypt', 'decrypt', 'sign', 'verify', 'digest', 'generateKey', 'deriveKey', 'deriveBits', 'importKey', 'exportKey', 'wrapKey',
    'unwrapKey',
  ]);
}

const crypto = new Crypto();

function check(value) {
  if (value !== crypto) throw new codes.ERR_INVALID_THIS('Crypto');
}

for (const name of each(['subtle', 'getRandomValues', 'randomUUID'])) {
  objectDefineProperty(Crypto.prototype, name, { __proto__: null, enumerable: true });
}
objectDefineProperty(Crypto.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'Crypto' });

module.exports = { crypto, Crypto };
