'use strict';
// v8.Serializer: from values to bytes in V8's format (v8/wire_format.js).

const {
  arrayBufferStaticIsView, arrayFilter, arrayFind, arrayFlat, arrayIsArray, arrayPush, arrayReduce,
  classBigUint64Array: BigUint64Array, dateGetTime, mathCeil, mathFloor, mathLog2, mathMax, objectHasOwn, objectIs, objectKeys,
  objectProtoToString, regexpTest, stringCharCodeAt,
} = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { each, entriesOf, valuesOf } = require('core/safe/walk');
const { isIn } = require('core/safe/lists');
const { Buffer } = require('buffer');
const { codes } = require('core/errors');
const { isUncloneableKind, describe } = require('core/structured_clone');
const { types } = require('util');
const { ERROR_KINDS, ERROR_TAGS, REGEXP_FLAGS, TAGS, VERSION, VIEW_KINDS } = require('v8/wire_format');

// A growable buffer.
class ByteBuffer {
  storage = Buffer.allocUnsafeSlow(256);
  length = 0;

  reserve(count) {
    if (this.length + count <= this.storage.length) return;
    const larger = Buffer.allocUnsafeSlow(mathMax(this.storage.length * 2, this.length + count));
    this.storage.copy(larger, 0, 0, this.length);
    this.storage = larger;
  }

  byte(value) {
    this.reserve(1);
    this.storage[this.length++] = value;
  }

  varint(value) {
    this.reserve(10);
    while (value >= 128) {
      this.storage[this.length++] = value % 128 | 128;
      value = mathFloor(value / 128);
    }
    this.storage[this.length++] = value;
  }

  double(value) {
    this.reserve(8);
    this.length = this.storage.writeDoubleLE(value, this.length);
  }

  raw(bytes) {
    this.reserve(bytes.length);
    this.storage.set(bytes, this.length);
    this.length += bytes.length;
  }
}

const bytesOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
const isIndex = (key) => regexpTest(/^(?:0|[1-9]\d{0,9})$/, key) && Number(key) < 2 ** 32 - 1;
const hasHoles = (array) => {
  for (let i = 0; i < array.length; i++) {
    if (!objectHasOwn(array, i)) return true;
  }
  return false;
};

class Serializer {
  #bytes = new ByteBuffer();
  #numbers = new SafeMap();
  #transferred = new SafeMap();
  #treatsViewsAsHostObjects = false;

  writeHeader() {
    this.#bytes.byte(0xff);
    this.#bytes.byte(VERSION);
  }

  writeValue(value) {
    this.#value(value);
    return true;
  }

  releaseBuffer() {
    const { storage, length } = this.#bytes;
    this.#bytes = new ByteBuffer();
    const exact = Buffer.allocUnsafeSlow(length);
    storage.copy(exact, 0, 0, length);
    return exact;
  }

  transferArrayBuffer(id, arrayBuffer) {
    this.#transferred.set(arrayBuffer, id >>> 0);
  }

  writeUint32(value) { this.#bytes.varint(value >>> 0); }

  writeUint64(hi, lo) {
    let value = BigInt(hi >>> 0) << 32n | BigInt(lo >>> 0);
    for (; value >= 128n; value >>= 7n) this.#bytes.byte(Number(value & 127n) | 128);
    this.#bytes.byte(Number(value));
  }

  writeDouble(value) { this.#bytes.double(Number(value)); }

  writeRawBytes(source) {
    if (!arrayBufferStaticIsView(source)) throw invalidBufferError('source');
    this.#bytes.raw(bytesOf(source));
  }

  _setTreatArrayBufferViewsAsHostObjects(treatsThem) { this.#treatsViewsAsHostObjects = Boolean(treatsThem); }

  #refuse(value) {
    throw new this._getDataCloneError(`${describe(value)} could not be cloned.`);
  }

  #value(value) {
    const bytes = this.#bytes;
    switch (typeof value) {
      case 'undefined': return bytes.byte(TAGS.undefined);
      case 'boolean': return bytes.byte(value ? TAGS.true : TAGS.false);
      case 'number': return this.#number(value);
      case 'bigint':
        bytes.byte(TAGS.bigint);
        return this.#bigint(value);
      case 'string': return this.#string(value);
      case 'object': return value === null ? bytes.byte(TAGS.null) : this.#object(value);
      default: return this.#refuse(value);
    }
  }

  #number(value) {
    const bytes = this.#bytes;
    if (value === (value | 0) && !objectIs(value, -0)) {
      bytes.byte(TAGS.int32);
      // The sign is the lowest bit (zigzag).
      bytes.varint(((value << 1) ^ (value >> 31)) >>> 0);
    } else {
      bytes.byte(TAGS.double);
      bytes.double(value);
    }
  }

  // The sign and the byte count, then whole 64-bit words.
  #bigint(value) {
    const words = [];
    for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 64n) arrayPush(words, rest & 0xffffffffffffffffn);
    this.#bytes.varint(words.length * 16 + (value < 0n ? 1 : 0));
    this.#bytes.raw(bytesOf(BigUint64Array.from(words)));
  }

  #string(text) {
    const bytes = this.#bytes;
    if (regexpTest(/^[\0-\xff]*$/, text)) {
      bytes.byte(TAGS.oneByte);
      bytes.varint(text.length);
      bytes.raw(Buffer.from(text, 'latin1'));
      return;
    }
    const length = text.length * 2;
    // The characters are aligned to two bytes.
    const lengthOfLength = mathCeil(mathMax(1, mathLog2(length + 1)) / 7);
    if ((bytes.length + 1 + lengthOfLength) % 2 === 1) bytes.byte(TAGS.padding);
    bytes.byte(TAGS.twoByte);
    bytes.varint(length);
    bytes.raw(Buffer.from(text, 'utf16le'));
  }

  #object(value) {
    const isView = arrayBufferStaticIsView(value);
    // The buffer of a view is written before it.
    if (isView && !this.#numbers.has(value) && !this.#treatsViewsAsHostObjects) this.#object(value.buffer);
    const id = this.#numbers.get(value);
    if (id !== undefined) {
      this.#bytes.byte(TAGS.reference);
      this.#bytes.varint(id);
      return;
    }
    this.#numbers.set(value, this.#numbers.size);
    if (isView) this.#view(value);
    else this.#newObject(value);
  }

  #newObject(value) {
    if (types.isProxy(value)) this.#refuse(value);
    if (arrayIsArray(value)) return this.#array(value);
    if (types.isBoxedPrimitive(value)) return this.#boxed(value);
    if (types.isDate(value)) {
      this.#bytes.byte(TAGS.date);
      return this.#bytes.double(dateGetTime(value));
    }
    if (types.isRegExp(value)) return this.#regexp(value);
    if (types.isMap(value)) return this.#entries(TAGS.map, arrayFlat(entriesOf(value)), TAGS.endOfMap);
    if (types.isSet(value)) return this.#entries(TAGS.set, valuesOf(value), TAGS.endOfSet);
    if (types.isSharedArrayBuffer(value)) return this.#sharedBuffer(value);
    if (types.isAnyArrayBuffer(value)) return this.#buffer(value);
    if (types.isNativeError(value)) return this.#error(value);
    if (isUncloneableKind(value)) this.#refuse(value);
    this.#bytes.byte(TAGS.object);
    this.#end(TAGS.endOfObject, this.#properties(value, objectKeys(value)));
  }

  #end(tag, count) {
    this.#bytes.byte(tag);
    this.#bytes.varint(count);
  }

  #properties(object, keys) {
    let count = 0;
    for (const key of each(keys)) {
      // A getter may have deleted it.
      if (!objectHasOwn(object, key)) continue;
      if (isIndex(key)) this.#number(Number(key));
      else this.#string(key);
      this.#value(object[key]);
      count++;
    }
    return count;
  }

  #array(array) {
    const bytes = this.#bytes;
    const { length } = array;
    const keys = objectKeys(array);
    const isSparse = hasHoles(array);
    bytes.byte(isSparse ? TAGS.sparseArray : TAGS.denseArray);
    bytes.varint(length);
    if (!isSparse) {
      for (let i = 0; i < length; i++) this.#value(array[i]);
    }
    const count = this.#properties(array, isSparse ? keys : arrayFilter(keys, (key) => !isIndex(key)));
    this.#end(isSparse ? TAGS.endOfSparseArray : TAGS.endOfDenseArray, count);
    bytes.varint(length);
  }

  #boxed(value) {
    const inner = value.valueOf();
    const bytes = this.#bytes;
    switch (typeof inner) {
      case 'boolean': return bytes.byte(inner ? TAGS.boxedTrue : TAGS.boxedFalse);
      case 'number':
        bytes.byte(TAGS.boxedNumber);
        return bytes.double(inner);
      case 'bigint':
        bytes.byte(TAGS.boxedBigint);
        return this.#bigint(inner);
      case 'string':
        bytes.byte(TAGS.boxedString);
        return this.#string(inner);
      default: return this.#refuse(value);
    }
  }

  #regexp({ source, flags }) {
    this.#bytes.byte(TAGS.regexp);
    this.#string(source);
    this.#bytes.varint(arrayReduce(REGEXP_FLAGS, (bits, flag, at) => bits | (flag && isIn(flags, flag) ? 1 << at : 0), 0));
  }

  #entries(tag, values, end) {
    this.#bytes.byte(tag);
    for (const value of each(values)) this.#value(value);
    this.#end(end, values.length);
  }

  #buffer(buffer) {
    const bytes = this.#bytes;
    const id = this.#transferred.get(buffer);
    if (id !== undefined) return this.#end(TAGS.transferredBuffer, id);
    bytes.byte(TAGS.buffer);
    bytes.varint(buffer.byteLength);
    bytes.raw(new Uint8Array(buffer));
  }

  #sharedBuffer(buffer) {
    if (typeof this._getSharedArrayBufferId !== 'function') this.#refuse(buffer);
    this.#end(stringCharCodeAt('u', 0), this._getSharedArrayBufferId(buffer) >>> 0);
  }

  #view(view) {
    if (this.#treatsViewsAsHostObjects) {
      this.#bytes.byte(TAGS.host);
      if (typeof this._writeHostObject !== 'function') {
        throw new this._getDataCloneError(`${objectProtoToString(view)} could not be cloned.`);
      }
      this._writeHostObject(view);
      return;
    }
    const kind = arrayFind(VIEW_KINDS, ({ 1: View }) => view instanceof View);
    if (kind === undefined) this.#refuse(view);
    this.#bytes.byte(TAGS.view);
    this.#bytes.byte(kind[0]);
    this.#bytes.varint(view.byteOffset);
    this.#bytes.varint(view.byteLength);
    this.#bytes.varint(0);
  }

  #error(error) {
    const bytes = this.#bytes;
    bytes.byte(TAGS.error);
    const kind = arrayFind(ERROR_KINDS, ({ 1: Kind }) => error.name === Kind.name);
    if (kind) bytes.byte(kind[0]);
    if (objectHasOwn(error, 'message')) {
      bytes.byte(ERROR_TAGS.message);
      this.#string(`${error.message}`);
    }
    const { stack } = error;
    if (typeof stack === 'string') {
      bytes.byte(ERROR_TAGS.stack);
      this.#string(stack);
    }
    if (objectHasOwn(error, 'cause')) {
      bytes.byte(ERROR_TAGS.cause);
      this.#value(error.cause);
    }
    bytes.byte(ERROR_TAGS.end);
  }
}

Serializer.prototype._getDataCloneError = Error;

function invalidBufferError(name) {
  const error = new codes.ERR_INVALID_ARG_TYPE(name, 'Buffer', undefined);
  error.message = `${name} must be a TypedArray or a DataView`;
  return error;
}

module.exports = { Serializer, bytesOf, invalidBufferError };
