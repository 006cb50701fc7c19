'use strict';
const util = require('util');
const value = { name: 'value', list: [1, 2, 3], nested: { deeper: { deepest: 'x'.repeat(20) } }, map: new Map([['key', { v: 1 }]]) };
for (const breakLength of [1, 10, 20, 40, 60, 72, 76, 80, 100, 120, 200, Infinity]) {
  console.log(breakLength);
  console.log(util.inspect(value, { breakLength }));
}
console.log(util.inspect({ a: 'multi\nline', b: [1, 2] }, { breakLength: Infinity }));
console.log(util.inspect({ a: 'x'.repeat(300), b: Array.from({ length: 50 }, (_, i) => i) }, { breakLength: Infinity }));
