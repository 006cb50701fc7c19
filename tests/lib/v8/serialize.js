'use strict';
// v8.serialize() writes V8's bytes, v8.deserialize() reads them.
const v8 = require('v8');
const { inspect } = require('util');

function failed(error) {
  return ['throws', error.name, error.code, error.message].join(' ');
}

const typeError = new TypeError('words');
typeError.stack = 'a stack';
const withCause = new Error('more words', { cause: 5 });
withCause.stack = 'another';
const rangeError = new RangeError();
rangeError.stack = '';
const cycle = { a: 1 };
cycle.itself = cycle;
const shared = {};
const named = [1, 2];
named.name = 'n';

for (const value of [
  undefined, null, true, false, 0, 1, -1, 127, 128, 2147483647, -2147483648, 2147483648, -0, 1.5, NaN, Infinity, 0n, 1n, -5n, 2n ** 100n, -(2n ** 64n),
  'abc', '', 'é\xff', '日本', 'a日', '😀x', '\ud800', 'x'.repeat(200), '日'.repeat(70), {}, { a: 1, b: 'x', 1: 2, '-1': 3, 4294967295: 4 },
  { x: { y: [1, { z: null }] } }, cycle, [shared, shared], [], [1, 'a', null], [1, , 3], named, new Array(5), new Date(5), new Date(NaN),
  Object(true), Object(false), Object(5.5), Object('hi'), Object(5n), /a\/b/gimsuy, /x/dv, new Map([[1, { a: 2 }], ['k', new Map()]]),
  new Set([1, 'a', {}]), new Uint8Array([1, 2, 3]).buffer, new Uint8Array([1, 2, 3]), Buffer.from('hey'), new Float64Array([1.5, 2]),
  new Int16Array([1, -2]), new BigInt64Array([5n]), new Uint8ClampedArray([300]), new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
  typeError, withCause, rangeError, Object.assign(Object.create(null), { a: 1 }), new (class A { q = 1; })(), { get a() { return 7; } },
  () => 1, Symbol('q'), { a() {} }, new WeakMap(), Promise.resolve(1), new Proxy({}, {}),
]) {
  try {
    const bytes = v8.serialize(value);
    console.log(bytes.toString('hex').slice(0, 160), inspect(v8.deserialize(bytes), { depth: 5, breakLength: Infinity }).slice(0, 160));
  } catch (error) {
    console.log(failed(error));
  }
}

for (const hex of [
  '', 'ff', 'ff0f', 'ff0f6f', 'ff105f', 'ff0d5f', 'ff0f22ff', 'ff0f5e05', 'ff0f41ffffffff0f', 'ff0f7b00', '6f', 'ff0f5c0a', 'ff0f56', 'ff0f42ff7f',
  'ff0f6f2201617b01', 'ff0f5202', 'ff0f630361', 'ff0f3b49023a01', 'ff0f00005f', 'ff0f55ffffffff0f', 'ff0f5303c3a961',
]) {
  try {
    console.log(hex, v8.deserialize(Buffer.from(hex, 'hex')));
  } catch (error) {
    console.log(hex, failed(error));
  }
}

const serializer = new v8.Serializer();
serializer.writeHeader();
serializer.writeUint32(300);
serializer.writeUint64(1, 2);
serializer.writeDouble(1.5);
serializer.writeRawBytes(Buffer.from('xy'));
serializer.writeValue(new Uint8Array([1, 2]));
const written = serializer.releaseBuffer();
console.log(written.toString('hex'));
const reader = new v8.Deserializer(written);
console.log(reader.readHeader(), reader.getWireFormatVersion(), reader.readUint32(), reader.readUint64(), reader.readDouble());
console.log(reader.readRawBytes(2).toString(), reader.readValue());
for (const action of [
  () => reader.readUint32(), () => reader.readDouble(), () => reader.readRawBytes(1), () => new v8.Deserializer(1), () => v8.deserialize('x'),
  () => serializer.writeRawBytes('x'),
]) {
  try {
    console.log(action());
  } catch (error) {
    console.log(failed(error));
  }
}

const host = new v8.Serializer();
host._writeHostObject = function (object) { this.writeUint32(object.length); };
host._setTreatArrayBufferViewsAsHostObjects(true);
host.writeHeader();
host.writeValue({ a: new Uint8Array(9) });
const hostReader = new v8.Deserializer(host.releaseBuffer());
hostReader._readHostObject = function () { return ['host', this.readUint32()]; };
hostReader.readHeader();
console.log(hostReader.readValue());
const moved = new ArrayBuffer(2);
const moving = new v8.Serializer();
moving.transferArrayBuffer(3, moved);
moving.writeHeader();
moving.writeValue([moved, moved]);
const arriving = new v8.Deserializer(moving.releaseBuffer());
arriving.transferArrayBuffer(3, moved);
arriving.readHeader();
console.log(arriving.readValue().map((buffer) => buffer === moved));
