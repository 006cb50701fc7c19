'use strict';
console.log([1, 2][Symbol.iterator](), 'ab'[Symbol.iterator](), 'aa'.matchAll(/a/g));
console.log((function* () {})(), (async function* () {})(), [].entries(), [].keys());
console.log({ g: (function* named() { yield 1; })() });
function* named() {}
console.log(named.prototype, Object.getPrototypeOf(named()));
console.log(Object.prototype.toString.call(named()));
