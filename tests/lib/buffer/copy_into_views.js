'use strict';
// buf.copy into every kind of view, and what is no view.

const source = Buffer.from('abcdefgh');
const attempt = (title, act) => {
  try {
    console.log(title, act());
  } catch (error) {
    console.log(title, error.name, error.code, error.message);
  }
};
for (const View of [Uint8Array, Uint16Array, Int32Array, Float64Array, Uint8ClampedArray]) {
  attempt(View.name, () => {
    const target = new View(2);
    return [source.copy(target), source.copy(target, 1), target];
  });
}
attempt('DataView', () => source.copy(new DataView(new ArrayBuffer(4))));
attempt('ArrayBuffer', () => source.copy(new ArrayBuffer(4)));
attempt('array', () => source.copy([]));
attempt('negative', () => source.copy(new Uint16Array(2), -1));
attempt('beyond', () => source.copy(new Uint16Array(2), 0, 9));
attempt('last byte', () => source.copy(new Uint16Array(2), 3, 0, 1));
attempt('from a view', () => Buffer.prototype.copy.call(new Uint16Array([1, 2]), Buffer.alloc(4)));
attempt('big', () => Buffer.alloc(8).writeBigInt64LE(1));
