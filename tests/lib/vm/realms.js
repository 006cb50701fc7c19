'use strict';
// A context has intrinsics of its own; values pass between contexts as they are.
const vm = require('vm');
const util = require('util');
const assert = require('assert');

const context = vm.createContext({ console: undefined });
const of = (code) => vm.runInContext(code, context);
console.log(of('[]') instanceof Array, Array.isArray(of('[]')), of('Array') === Array, of('[].constructor === Array'));
console.log(of('Object.getPrototypeOf(globalThis) === Object.prototype'));
for (const code of ['[1, [2]]', '({ a: { b: 1 } })', 'new Map([[1, { a: 1 }]])', 'new Set([1])', '/x/g', 'new Date(0)', 'Symbol("s")',
  '(function named() {})', 'class K {}; new K()', 'new Uint8Array(2)', 'Promise.resolve(4)', 'new Error("x").message', 'Object(1n)',
  'Object.create(null)', 'new WeakMap()', '(function* () {})()', 'new Proxy({ p: 1 }, {})', 'globalThis']) {
  console.log(code, util.inspect(of(code)));
}
const error = of('new TypeError("of there")');
console.log(error instanceof TypeError, util.types.isNativeError(error), Error.isError(error), error.name, String(error));
console.log(Object.prototype.toString.call(error), error.stack.split('\n')[0]);
console.log(util.isDeepStrictEqual(of('[1, 2]'), [1, 2]), util.types.isDate(of('new Date()')), util.types.isPromise(of('Promise.resolve()')));
assert.deepEqual(of('({ a: [1, 2] })'), { a: [1, 2] });
console.log(structuredClone(of('({ a: [1, new Map([[1, 2]])] })')), Buffer.from(of('new Uint8Array([1, 2, 3])')));

for (const code of ['null.x', 'missing', 'throw { plain: true }', 'decodeURIComponent("%")', 'new Array(-1)', 'const c = 1; c = 2']) {
  try {
    of(code);
  } catch (thrown) {
    console.log(code, thrown.name, thrown.message, thrown instanceof Error);
  }
}
console.log(of('try { null.x } catch (e) { e.message + " " + (e instanceof TypeError) }'));
console.log(of('try { missing } catch (e) { e.stack.split("\\n").slice(0, 2).join("|") }'));
context.outer = (callback) => callback(new RangeError('of here'));
console.log(of('outer((e) => [e instanceof RangeError, e.message].join())'));
console.log(of('Function.prototype.toString.call(function f(a, b) { return a })'));
console.log(of('typeof setTimeout + typeof process + typeof require + typeof URL + typeof WebAssembly'));

const plain = vm.createContext(vm.constants.DONT_CONTEXTIFY);
vm.runInContext('var v = 1; let l = 2; function f() { return this === globalThis; }', plain);
console.log(plain.v, plain.l, plain.f(), vm.isContext(plain), vm.runInContext('globalThis', plain) === plain, Object.keys(plain));
plain.fromOutside = 3;
console.log(vm.runInContext('fromOutside + l', plain), plain.Array !== Array);
Object.freeze(plain);
console.log(vm.runInContext('frozen = 1; typeof frozen', plain), Object.isFrozen(plain));
