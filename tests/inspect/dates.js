'use strict';
const util = require('util');
console.log(new Date(0), new Date(NaN), new Date(8.64e15), new Date(-1), new Date('2024-02-29T12:34:56.789Z'));
console.log([new Date(0)], { d: new Date(1e12) }, { a: { b: { c: new Date(0) } } });
console.log(Object.assign(new Date(0), { extra: 1 }));
class MyDate extends Date {}
console.log(new MyDate(0), new MyDate(NaN));
console.log(util.inspect(new Date(0), { showHidden: true }), util.inspect(new Date(0), { colors: true }));
console.log(Object.assign(new Date(0), { toISOString() { return 'lies'; } }));
