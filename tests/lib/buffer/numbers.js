'use strict';
// Reading and writing numbers of every width, at good and bad offsets, in and out of range.
const { thrown } = require('../table');

const attempt = (fn) => { try { return String(fn()); } catch (error) { return thrown(error); } };
const names = Object.getOwnPropertyNames(Buffer.prototype);
const source = Buffer.from([0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x80, 0x00]);
const anyWidth = (name) => /[Ii]nt(LE|BE)$/.test(name);
for (const name of names.filter((each) => /^read/.test(each))) {
  const widths = anyWidth(name) ? [1, 2, 3, 4, 5, 6, 0, 7, 'x', 1.5, undefined] : [undefined];
  for (const width of widths) {
    const row = [0, 2, undefined, 9, -1, 1.5, '1', NaN, 100, Infinity, null].map((offset) => attempt(() => source[name](offset, width)));
    console.log(name, width ?? '', row.join(' | '));
  }
}
console.log(attempt(() => Buffer.alloc(1).readInt32LE(0)), attempt(() => Buffer.alloc(0).readInt8()));

const numbers = [0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -128, -129, -32768, -32769, -(2 ** 31), -(2 ** 31) - 1, 1.5, -1.5, '5', 'x', NaN, Infinity, 2 ** 40, 2 ** 47, 2 ** 48, -(2 ** 47), undefined, null];
const bigs = [0n, 1n, -1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 63n), -(2n ** 63n) - 1n];
for (const name of names.filter((each) => /^write[BUIFD]/.test(each))) {
  const widths = anyWidth(name) ? [1, 3, 5, 6] : [undefined];
  const values = name.includes('Big') ? bigs : numbers;
  for (const width of widths) {
    for (const value of values) {
      console.log(name, width ?? '', String(value), attempt(() => { const b = Buffer.alloc(10); return `${b[name](value, 1, width)} ${b.toString('hex')}`; }));
    }
  }
  const one = name.includes('Big') ? 1n : 1;
  const width = anyWidth(name) ? 2 : undefined;
  console.log(name, [9, -1, '1', 1.5, undefined, NaN].map((offset) => attempt(() => Buffer.alloc(8)[name](one, offset, width))).join(' | '));
}
