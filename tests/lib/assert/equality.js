'use strict';
// The messages of equal, strictEqual, deepEqual, deepStrictEqual and their opposites.
const assert = require('assert');
const { show, surface } = require('../table');

console.log(surface(assert).split('\n').filter((line) => !/^(caller|arguments)/.test(line)).join('\n'));
class Foo { constructor() { this.a = 1; } }
class Bar { constructor() { this.a = 1; } }
const sixty = Array.from({ length: 60 }, (_, i) => i);
const same = { a: 1, b: { c: [1, 2, 3] } };
show(
  () => assert.equal(1, '1'), () => assert.equal(NaN, NaN), () => assert.equal(1, 2), () => assert.equal({ a: 1 }, { a: 1 }), () => assert.equal(1), () => assert.equal('x'.repeat(600), 1),
  () => assert.equal(1, 2, 'words'), () => assert.equal(1, 2, 'with %s', 'format'), () => assert.equal(1, 2, new RangeError('own')), () => assert.equal(1, 2, () => 'made'),
  () => assert.notEqual(1, '1'), () => assert.notEqual(1, 2), () => assert.notEqual(NaN, NaN), () => assert.notEqual(null, undefined),
  () => assert.strictEqual(1, 2), () => assert.strictEqual('a', 'b'), () => assert.strictEqual('hello world', 'hello there'), () => assert.strictEqual({ a: 1 }, { a: 1 }),
  () => assert.strictEqual([1, 2, 3], { a: 1 }), () => assert.strictEqual(NaN, 0), () => assert.strictEqual(-0, 0), () => assert.strictEqual('a\nb\nc', 'a\nx\nc'),
  () => assert.strictEqual(undefined, null), () => assert.strictEqual('1', 1), () => assert.strictEqual('a'.repeat(30), `${'a'.repeat(29)}b`), () => assert.strictEqual(() => {}, () => {}),
  () => assert.strictEqual(Symbol('a'), Symbol('a')), () => assert.strictEqual(1n, 1), () => assert.strictEqual(new Date(0), new Date(0)), () => assert.strictEqual(new Error('x'), new Error('x')),
  () => assert.strictEqual(1, 2, 'words'), () => assert.strictEqual(1, 2, {}), () => assert.strictEqual(1, 2, null), () => assert.strictEqual(1, 2, ''), () => assert.strictEqual([1], [1], 'words'),
  () => assert.strictEqual(sixty, sixty.slice()), () => assert.strictEqual('abc', 'abcdefghijklmnop'), () => assert.strictEqual('', 'x'.repeat(30)), () => assert.strictEqual("it's", 'x'.repeat(30)),
  () => assert.notStrictEqual(1, 1), () => assert.notStrictEqual(same, same), () => assert.notStrictEqual('a'.repeat(80), 'a'.repeat(80)), () => assert.notStrictEqual(Math.max, Math.max),
  () => assert.deepEqual({ a: 1 }, { a: 2 }), () => assert.deepEqual([1, 2], ['1', 2]), () => assert.deepEqual(new Set([1]), new Set([2])), () => assert.deepEqual(1, 2, 'words'),
  () => assert.notDeepEqual({ a: 1 }, { a: 1 }), () => assert.notDeepEqual({ a: 1 }, { a: '1' }),
  () => assert.deepStrictEqual({ a: 1 }, { a: 2 }), () => assert.deepStrictEqual([1, 2, 3], [1, 2, 4]), () => assert.deepStrictEqual({ a: 1, b: { c: 2, d: [1, 2, 3] } }, { a: 1, b: { c: 3, d: [1, 2, 3] } }),
  () => assert.deepStrictEqual(1, 2), () => assert.deepStrictEqual(new Map([[1, 2]]), new Map([[1, 3]])), () => assert.deepStrictEqual([], {}), () => assert.deepStrictEqual({ a: 1 }, Object.assign(Object.create(null), { a: 1 })),
  () => assert.deepStrictEqual(sixty, [...sixty.slice(0, 30), 99, ...sixty.slice(31)]), () => assert.deepStrictEqual(Array.from({ length: 40 }, (_, i) => ({ i })), Array.from({ length: 40 }, (_, i) => ({ i: i + 1 }))),
  () => assert.deepStrictEqual(new Date(0), new Date(1)), () => assert.deepStrictEqual({ a: 1 }, { a: 1, b: 2 }), () => assert.deepStrictEqual([1, [2, [3, [4]]]], [1, [2, [3, [5]]]]), () => assert.deepStrictEqual(-0, 0),
  () => assert.deepStrictEqual(new Error('a'), new Error('b')), () => assert.deepStrictEqual(new Foo(), new Bar()), () => assert.deepStrictEqual({ b: 1, a: 2 }, { a: 2, b: 2 }), () => assert.deepStrictEqual(new Foo(), new Foo()),
  () => assert.deepStrictEqual({ f() {} }, { f() {} }), () => assert.deepStrictEqual({ get a() { return 1; } }, { a: 2 }), () => assert.deepStrictEqual({ a: 1 }, 'text'), () => assert.deepStrictEqual(null, { a: 1 }),
  () => assert.deepStrictEqual([1, 2, 3], [1, 2, 3, 4]), () => assert.deepStrictEqual([0, 2, 3, 4, 5, 6, 7, 8, 1], [9, 2, 3, 4, 5, 6, 7, 8, 3]), () => assert.deepStrictEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 1], [9, 2, 3, 4, 5, 6, 7, 8, 9, 3]),
  () => assert.deepStrictEqual({ a: 1, b: 'x\ny' }, { a: 1, b: 'x\nz' }), () => assert.deepStrictEqual([1], [2], 'words'), () => assert.deepStrictEqual([1], [2], new TypeError('own')),
  () => assert.deepStrictEqual(new Error('a', { cause: new Error('c1') }), new Error('a', { cause: new Error('c2') })),
  () => assert.notDeepStrictEqual({ a: 1 }, { a: 1 }), () => assert.notDeepStrictEqual(1, 1), () => assert.notDeepStrictEqual(sixty, sixty.slice()),
  () => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 1 }), () => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 2 }), () => assert.partialDeepStrictEqual([1, 2, 3], [1, 4]), () => assert.partialDeepStrictEqual(1, 2),
  () => assert.strict.equal(1, '1'), () => assert.strict.deepEqual([1], ['1']), () => assert.strict === require('assert/strict'), () => assert.strict.strict === assert.strict,
);
