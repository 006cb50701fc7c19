'use strict';
// Methods of a Buffer convert an offset and a length once each, in this order, and trust memory rather than properties.
const { isAscii, isUtf8 } = require('buffer');

const show = (name, call) => {
  try {
    console.log(name, call());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};

const PAIRS = [
  [2, 1], [-1, 1], [0, 2], [1, 1], [0, -1], ['1', 0], ['x', 1], [NaN, 1], [0.5, 1], [undefined, undefined], [0, undefined], [null, 1],
  [0, 'x'], [0, null], [0, 1e10], [1e10, 1], [{}, 1], [0, Infinity], [Infinity, 0],
];
for (const method of ['asciiWrite', 'latin1Write', 'utf8Write', 'hexWrite', 'ucs2Write', 'base64Write', 'base64urlWrite']) {
  for (const [offset, length] of PAIRS) {
    const order = [];
    const seen = (name, value) => (value === undefined ? value : { valueOf() {
      order.push(name);
      return value;
    } });
    show(`${method} ${offset} ${length}`, () => Buffer.alloc(1)[method]('ww', seen('offset', offset), seen('length', length)));
    console.log(order);
  }
  show(method, () => Buffer.alloc(1)[method](5, 0, 1));
}

const spoofed = Object.defineProperty(new Uint8Array([1, 2]), 'length', { get: () => 100 });
show('concat', () => Buffer.concat([spoofed, new Uint8Array([3])]));
show('concat', () => Buffer.concat([spoofed, 'text']));
show('concat', () => Buffer.concat([{ length: 3 }]));
class Bytes extends Uint8Array {}
for (const view of [new Uint8Array([1, 2, 3]), new Bytes(3), new Uint16Array(4)]) {
  show('slice', () => Buffer.prototype.slice.call(view, 1, 2));
}
for (const view of [[1, 2], { length: 3 }]) show('slice', () => Buffer.prototype.slice.call(view, 1));

const memory = new ArrayBuffer(1);
const inputs = [memory, new Uint8Array(memory), Buffer.from(memory)];
inputs[1][0] = 0xff;
console.log(inputs.map((input) => [isAscii(input), isUtf8(input)]));
structuredClone(memory, { transfer: [memory] });
console.log(inputs.map((input) => [isAscii(input), isUtf8(input)]));
