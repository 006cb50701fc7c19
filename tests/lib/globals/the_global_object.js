'use strict';
// What the global object is called, and that node:fs/promises has no names but Node's.
const util = require('util');

console.log(String(globalThis), Object.getOwnPropertyDescriptor(globalThis, Symbol.toStringTag));
console.log(util.inspect(globalThis).split('\n')[0]);
console.log(Object.getOwnPropertyNames(require('fs/promises')).sort().join(' '));
