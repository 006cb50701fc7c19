'use strict';
// v8.Deserializer: from bytes in V8's format (v8/wire_format.js) to values. The input is not trusted: every length is checked before
// anything is allocated.

const { SafeMap } = require('core/safe/collections');
const {
  arrayBufferStaticIsView, arrayFilter, arrayFind, arrayJoin, arrayPush, mapSet, mathFloor, objectDefineProperty, setAdd,
} = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { Buffer } = require('buffer');
const { ERROR_KINDS, ERROR_TAGS, REGEXP_FLAGS, TAGS, VERSION, VIEW_KINDS } = require('v8/wire_format');
const { invalidBufferError } = require('v8/writer');

const UNREADABLE = 'Unable to deserialize cloned data.';
const UNSUPPORTED = 'Unable to deserialize cloned data due to invalid or unsupported version.';
// Since this version views have flags.
const VERSION_WITH_FLAGS = 14;
const OLDEST = 13;

class Deserializer {
  #bytes;
  #at = 0;
  #version = 0;
  #objects = [];
  #transferred = new SafeMap();

  constructor(buffer) {
    if (!arrayBufferStaticIsView(buffer)) throw invalidBufferError('buffer');
    this.buffer = buffer;
    this.#bytes = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }

  readHeader() {
    const bytes = this.#bytes;
    if (bytes[0] !== 0xff || !(bytes[1] >= OLDEST && bytes[1] <= VERSION)) throw new Error(UNSUPPORTED);
    this.#version = bytes[1];
    this.#at = 2;
    return true;
  }

  readValue() { return this.#value(); }

  getWireFormatVersion() { return this.#version; }

  transferArrayBuffer(id, arrayBuffer) { this.#transferred.set(id >>> 0, arrayBuffer); }

  readUint32() { return this.#checked('ReadUint32', () => this.#varint()); }

  readUint64() {
    const value = this.#checked('ReadUint64', () => this.#bigVarint());
    return [Number(value >> 32n & 0xffffffffn), Number(value & 0xffffffffn)];
  }

  readDouble() { return this.#checked('ReadDouble', () => this.#double()); }

  // The offset of that many bytes.
  _readRawBytes(length) {
    return this.#checked('ReadRawBytes', () => {
      this.#need(length);
      const at = this.#at;
      this.#at += length;
      return at;
    });
  }

  readRawBytes(length) {
    const at = this._readRawBytes(length);
    return Buffer.from(this.buffer.buffer, this.buffer.byteOffset + at, length);
  }

  #checked(name, read) {
    try {
      return read();
    } catch {
      throw new Error(`${name}() failed`);
    }
  }

  #fail() { throw new Error(UNREADABLE); }

  #need(count) {
    if (!(count >= 0 && this.#at + count <= this.#bytes.length)) this.#fail();
  }

  #byte() {
    this.#need(1);
    return this.#bytes[this.#at++];
  }

  #varint() {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#byte();
      // Bits beyond 32 are dropped.
      if (scale <= 2 ** 28) value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return value % 2 ** 32;
    }
  }

  #bigVarint() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
  }

  #double() {
    this.#need(8);
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  #slice(length) {
    this.#need(length);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #tag() {
    let tag = this.#byte();
    while (tag === TAGS.padding) tag = this.#byte();
    return tag;
  }

  #peek() {
    while (this.#bytes[this.#at] === TAGS.padding) this.#at++;
    return this.#bytes[this.#at];
  }

  // Registers an object before its contents are read: it may contain itself.
  #note(object) {
    arrayPush(this.#objects, object);
    return object;
  }

  #value() {
    const tag = this.#tag();
    switch (tag) {
      case TAGS.undefined: return undefined;
      case TAGS.null: return null;
      case TAGS.true: return true;
      case TAGS.false: return false;
      case TAGS.int32: {
        const value = this.#varint();
        return (value >>> 1) ^ -(value & 1);
      }
      case TAGS.uint32: return this.#varint();
      case TAGS.double: return this.#double();
      case TAGS.bigint: return this.#bigint();
      case TAGS.utf8:
      case TAGS.oneByte:
      case TAGS.twoByte: return this.#text(tag);
      case TAGS.reference: {
        const number = this.#varint();
        return number < this.#objects.length ? this.#objects[number] : this.#fail();
      }
      default: return this.#object(tag);
    }
  }

  #bigint() {
    const bits = this.#varint();
    const bytes = this.#slice(mathFloor(bits / 2));
    let value = 0n;
    for (let at = bytes.length - 1; at >= 0; at--) value = value << 8n | BigInt(bytes[at]);
    return bits % 2 === 1 ? -value : value;
  }

  #text(tag) {
    const bytes = this.#slice(this.#varint());
    if (tag === TAGS.utf8) return bytes.toString('utf8');
    if (tag === TAGS.oneByte) return bytes.toString('latin1');
    return bytes.length % 2 === 0 ? bytes.toString('utf16le') : this.#fail();
  }

  #string() {
    const text = this.#value();
    return typeof text === 'string' ? text : this.#fail();
  }

  #object(tag) {
    switch (tag) {
      case TAGS.object: return this.#properties(this.#note({}), TAGS.endOfObject);
      case TAGS.sparseArray: return this.#sparseArray();
      case TAGS.denseArray: return this.#denseArray();
      case TAGS.date: return this.#note(new Date(this.#double()));
      case TAGS.boxedTrue: return this.#note(Object(true));
      case TAGS.boxedFalse: return this.#note(Object(false));
      case TAGS.boxedNumber: return this.#note(Object(this.#double()));
      case TAGS.boxedBigint: return this.#note(Object(this.#bigint()));
      case TAGS.boxedString: return this.#note(Object(this.#string()));
      case TAGS.regexp: return this.#regexp();
      case TAGS.map: return this.#map();
      case TAGS.set: return this.#set();
      case TAGS.buffer: return this.#buffer();
      case TAGS.transferredBuffer: return this.#viewOver(this.#note(this.#transferred.get(this.#varint()) ?? this.#fail()));
      case TAGS.error: return this.#error();
      case TAGS.host: return this.#host();
      default: return this.#fail();
    }
  }

  #properties(object, end) {
    let count = 0;
    for (; this.#peek() !== end; count++) {
      const key = this.#value();
      if (typeof key !== 'string' && typeof key !== 'number') this.#fail();
      objectDefineProperty(object, key, {
        __proto__: null, value: this.#value(), writable: true, enumerable: true, configurable: true,
      });
    }
    this.#tag();
    return this.#varint() === count ? object : this.#fail();
  }

  #sparseArray() {
    const length = this.#varint();
    const array = this.#note([]);
    array.length = length;
    this.#properties(array, TAGS.endOfSparseArray);
    return this.#varint() === length ? array : this.#fail();
  }

  #denseArray() {
    const length = this.#varint();
    // Each element takes at least a byte.
    this.#need(length);
    const array = this.#note(new Array(length));
    for (let i = 0; i < length; i++) {
      if (this.#peek() === TAGS.hole) this.#tag();
      else array[i] = this.#value();
    }
    this.#properties(array, TAGS.endOfDenseArray);
    return this.#varint() === length ? array : this.#fail();
  }

  #regexp() {
    const source = this.#string();
    const bits = this.#varint();
    const flags = arrayJoin(arrayFilter(REGEXP_FLAGS, (flag, at) => flag && bits & 1 << at), '');
    try {
      return this.#note(new RegExp(source, flags));
    } catch {
      return this.#fail();
    }
  }

  #map() {
    const map = this.#note(new Map());
    let count = 0;
    for (; this.#peek() !== TAGS.endOfMap; count += 2) {
      const key = this.#value();
      mapSet(map, key, this.#value());
    }
    this.#tag();
    return this.#varint() === count ? map : this.#fail();
  }

  #set() {
    const set = this.#note(new Set());
    let count = 0;
    for (; this.#peek() !== TAGS.endOfSet; count++) setAdd(set, this.#value());
    this.#tag();
    return this.#varint() === count ? set : this.#fail();
  }

  #buffer() {
    const bytes = this.#slice(this.#varint());
    return this.#viewOver(this.#note(sliceOf(bytes.buffer, bytes.byteOffset, bytes.byteOffset + bytes.byteLength)));
  }

  // A buffer may be followed by a view of it.
  #viewOver(buffer) {
    if (this.#peek() !== TAGS.view) return buffer;
    this.#tag();
    const kind = this.#byte();
    const View = arrayFind(VIEW_KINDS, ({ 0: tag }) => tag === kind)?.[1] ?? this.#fail();
    const offset = this.#varint();
    const length = this.#varint();
    if (this.#version >= VERSION_WITH_FLAGS) this.#varint();
    const size = View.BYTES_PER_ELEMENT ?? 1;
    if (offset % size !== 0 || length % size !== 0 || offset + length > buffer.byteLength) this.#fail();
    return this.#note(new View(buffer, offset, length / size));
  }

  #error() {
    let Kind = Error;
    const found = {};
    const place = arrayPush(this.#objects, undefined) - 1;
    for (let tag = this.#byte(); tag !== ERROR_TAGS.end; tag = this.#byte()) {
      const kind = arrayFind(ERROR_KINDS, ({ 0: kindTag }) => kindTag === tag);
      if (kind) Kind = kind[1];
      else if (tag === ERROR_TAGS.message) found.message = this.#string();
      else if (tag === ERROR_TAGS.stack) found.stack = this.#string();
      else if (tag === ERROR_TAGS.cause) found.cause = { value: this.#value() };
      else this.#fail();
    }
    const error = new Kind(found.message, found.cause && { cause: found.cause.value });
    if (found.stack !== undefined) {
      objectDefineProperty(error, 'stack', {
        __proto__: null, value: found.stack, writable: true, enumerable: false, configurable: true,
      });
    }
    this.#objects[place] = error;
    return error;
  }

  #host() {
    if (typeof this._readHostObject !== 'function') this.#fail();
    const place = arrayPush(this.#objects, undefined) - 1;
    return this.#objects[place] = this._readHostObject();
  }
}

module.exports = { Deserializer };
