'use strict';
// v8.serialize() and v8.deserialize(), their classes, and the messages of forked processes. A view is written without its buffer: a
// Buffer is often a small slice of a large one.

const { each } = require('core/safe/walk');
const {
  arrayFindIndex, classBigInt64Array: BigInt64Array, classBigUint64Array: BigUint64Array, classFloat32Array: Float32Array,
  classFloat64Array: Float64Array, classInt16Array: Int16Array, classInt32Array: Int32Array, classInt8Array: Int8Array,
  classUint16Array: Uint16Array, classUint32Array: Uint32Array, classUint8ClampedArray: Uint8ClampedArray,
} = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const { Buffer } = require('buffer');
const { Serializer, bytesOf } = require('v8/writer');
const { Deserializer } = require('v8/reader');

// In the order of Node's type numbers.
const VIEWS = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, DataView, Buffer,
  BigInt64Array, BigUint64Array,
];
const BUFFER = indexIn(VIEWS, Buffer);

function numberOf(view) {
  if (Buffer.isBuffer(view)) return BUFFER;
  return arrayFindIndex(VIEWS, (View, at) => at !== BUFFER && view instanceof View);
}

class DefaultSerializer extends Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  _writeHostObject(view) {
    const number = numberOf(view);
    if (number === -1) throw new this._getDataCloneError(`Unserializable host object: ${require('util').inspect(view)}`);
    this.writeUint32(number);
    this.writeUint32(view.byteLength);
    this.writeRawBytes(bytesOf(view));
  }
}

class DefaultDeserializer extends Deserializer {
  constructor(...args) { super(...each(args)); }

  _readHostObject() {
    const number = this.readUint32();
    const length = this.readUint32();
    const View = VIEWS[number];
    if (View === undefined) throw new Error('Unable to deserialize cloned data.');
    const bytes = this.readRawBytes(length);
    if (View === Buffer) return bytes;
    const size = View.BYTES_PER_ELEMENT ?? 1;
    if (bytes.byteOffset % size === 0) return new View(bytes.buffer, bytes.byteOffset, length / size);
    // Not aligned for the element type.
    return new View(sliceOf(bytes.buffer, bytes.byteOffset, bytes.byteOffset + length));
  }
}

function serialize(value) {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}

function deserialize(buffer) {
  const deserializer = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}

// In a message each host object begins with its type; here all of them are views.
const IS_VIEW = 0;

class MessageSerializer extends DefaultSerializer {
  constructor() {
    super();
  }

  _writeHostObject(view) {
    this.writeUint32(IS_VIEW);
    super._writeHostObject(view);
  }
}

class MessageDeserializer extends DefaultDeserializer {
  constructor(buffer) {
    super(buffer);
  }

  _readHostObject() {
    return this.readUint32() === IS_VIEW ? super._readHostObject() : this.readValue();
  }
}

function serializeMessage(message) {
  const serializer = new MessageSerializer();
  serializer.writeHeader();
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}

function deserializeMessage(bytes) {
  const deserializer = new MessageDeserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}

module.exports = {
  DefaultDeserializer, DefaultSerializer, Deserializer, Serializer, deserialize, deserializeMessage, serialize, serializeMessage,
};
