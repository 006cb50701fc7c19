'use strict';
// Where copy() begins and ends when the numbers are odd: they are rounded down, and what has no end is 0.

const from = Buffer.from('hello world');
const to = Buffer.alloc(20, '.');
const huge = 2 ** 60;

for (const offsets of [
  [], [-0.5], [Infinity], [-Infinity], [huge], [-huge], ['x'], ['3'], [null], [19.5], [20.5],
  [0, Infinity], [0, -Infinity], [0, huge], [0, -0.5], [0, 'x'], [0, 10.5], [0, 11], [0, 12],
  [0, 0, Infinity], [0, 0, -Infinity], [0, 0, huge], [0, 0, -0.5], [0, 0, 'x'], [0, 0, null], [0, 0, 4.7], [0, 5, 3], [0, 0, -1],
]) {
  try {
    to.fill('.');
    console.log(offsets, from.copy(to, ...offsets), to.toString());
  } catch (error) {
    console.log(offsets, error.name, error.code, error.message);
  }
}

const same = Buffer.from('abcdefgh');
console.log(same.copy(same, 2, 0, 5), same.toString(), same.copy(same, 0, 3), same.toString());
console.log(from.toJSON(), Buffer.alloc(0).toJSON(), Buffer.allocUnsafeSlow(40_000).buffer.byteLength);
