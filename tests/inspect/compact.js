'use strict';
const util = require('util');
const value = { a: { b: { c: { d: [1, 2, { e: 3 }] } } }, list: [[1, [2, [3]]], { x: 1 }], s: 'text' };
for (const compact of [true, false, 0, 1, 2, 3, 4, 10]) {
  console.log(compact);
  console.log(util.inspect(value, { compact, depth: 10 }));
}
for (const v of [[], {}, [1], { a: 1 }, new Map([[1, { a: 1 }]]), new Set([1, [2]]), () => {}, Object.assign(() => {}, { a: 1 }), new Error('x').message]) {
  console.log(util.inspect(v, { compact: false }), util.inspect(v, { compact: true }));
}
console.log(util.inspect({ a: 'x'.repeat(80), b: { c: 'y'.repeat(90) } }, { compact: true }));
console.log(util.inspect(Array.from({ length: 40 }, (_, i) => i), { compact: true }));
console.log(util.inspect({ first: { long: 'l'.repeat(50), other: 'o'.repeat(40) }, second: [1, 2, 3] }, { compact: true }));
