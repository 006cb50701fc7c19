// Equality of values, and of collections in its es6 build.
const equal = require('fast-deep-equal');
const equalEs6 = require('fast-deep-equal/es6');
const equalReact = require('fast-deep-equal/es6/react');

const pairs = [
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
  [NaN, NaN],
  [new Date(5), new Date(5)],
  [/a/g, /a/i],
  [[1, 2], [2, 1]],
  [null, undefined],
  [{ valueOf: () => 1 }, { valueOf: () => 1 }],
];
for (const [a, b] of pairs) console.log(equal(a, b), equalEs6(a, b));
console.log(equalEs6(new Map([['k', [1]]]), new Map([['k', [1]]])), equalEs6(new Set([1, 2]), new Set([2, 1])));
console.log(equalEs6(new Float64Array([1, NaN]), new Float64Array([1, NaN])), equalEs6(Uint8Array.of(1), Uint8Array.of(2)));
console.log(equalReact({ $$typeof: 1, _owner: {} }, { $$typeof: 1, _owner: [] }));
