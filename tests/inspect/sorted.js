'use strict';
const util = require('util');
const o = { b: 1, a: { d: 1, c: 2 }, 10: 'x', 9: 'y', [Symbol('z')]: 1 };
console.log(util.inspect(o, { sorted: true }));
console.log(util.inspect(o, { sorted: (a, b) => (a < b ? 1 : -1) }));
console.log(util.inspect([3, 1, 2], { sorted: true }), util.inspect(Object.assign([3, 1], { z: 1, y: 2 }), { sorted: true }));
console.log(util.inspect(new Map([['b', 1], ['a', 2]]), { sorted: true }), util.inspect(new Set(['b', 'a']), { sorted: true }));
console.log(util.inspect(Object.assign(() => {}, { b: 1, a: 2 }), { sorted: true }));
