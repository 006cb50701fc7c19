'use strict';
// throws, rejects, ifError, match, fail and AssertionError itself.
const assert = require('assert');
const { inspect } = require('util');
const { show, showSettled } = require('../table');

const boom = (error = new Error('x')) => () => { throw error; };
class E2 extends Error {}
show(
  () => assert.throws(() => {}), () => assert.throws(() => {}, 'words'), () => assert.throws(() => {}, TypeError), () => assert.throws(() => {}, TypeError, 'words'), () => assert.throws(() => {}, /x/), () => assert.throws('x'), () => assert.throws(),
  () => assert.throws(boom()), () => assert.throws(boom(), /x/), () => assert.throws(boom(), /y/), () => assert.throws(boom(), /y/, 'words'), () => assert.throws(boom(), Error), () => assert.throws(boom(), TypeError),
  () => assert.throws(boom(), TypeError, 'words'), () => assert.throws(boom(), { message: 'x' }), () => assert.throws(boom(), { message: 'y' }), () => assert.throws(boom(), { message: /x/, name: 'Error' }), () => assert.throws(boom(), { message: /y/, name: 'Error' }),
  () => assert.throws(boom(), { message: 'x', code: 'E' }), () => assert.throws(boom(), {}), () => assert.throws(boom(), 1), () => assert.throws(boom(), 'x'), () => assert.throws(boom(), 'other'), () => assert.throws(boom('text'), 'text'),
  () => assert.throws(boom(), () => true), () => assert.throws(boom(), () => false), () => assert.throws(boom(), function named() { return 0; }), () => assert.throws(boom(), () => { throw new RangeError('inner'); }),
  () => assert.throws(boom(), new Error('x')), () => assert.throws(boom(), new Error('y')), () => assert.throws(boom(Object.assign(new Error('x'), { code: 'A', info: { a: 1 } })), { code: 'A', info: { a: 2 } }),
  () => assert.throws(boom(1), { message: 'y' }), () => assert.throws(boom(undefined), { a: 1 }), () => assert.throws(boom(null), /x/), () => assert.throws(boom('x'), TypeError), () => assert.throws(boom({ a: 1 }), { a: 1, b: 2 }),
  () => assert.throws(boom(new E2('m')), RangeError), () => assert.throws(boom(new Error('')), RangeError), () => assert.throws(() => {}, 'x', 1), () => assert.throws(boom(), null),
  () => assert.doesNotThrow(() => {}), () => assert.doesNotThrow(boom()), () => assert.doesNotThrow(boom(), 'words'), () => assert.doesNotThrow(boom(), TypeError), () => assert.doesNotThrow(boom(new TypeError('t')), TypeError, 'words'),
  () => assert.doesNotThrow(boom(), /x/), () => assert.doesNotThrow(1), () => assert.doesNotThrow(boom(), { message: 'x' }), () => assert.doesNotThrow(boom(1)),
  () => assert.match('abc', /b/), () => assert.match('abc', /x/), () => assert.match(1, /x/), () => assert.match('a', 'x'), () => assert.match('abc', /x/, 'words'), () => assert.match('abc', /x/, new TypeError('own')),
  () => assert.doesNotMatch('abc', /b/), () => assert.doesNotMatch('abc', /x/), () => assert.doesNotMatch(1, /b/),
  () => assert.ifError(null), () => assert.ifError(undefined), () => assert.ifError(0), () => assert.ifError('text'), () => assert.ifError(new Error('original')), () => assert.ifError({ message: 'm' }), () => assert.ifError(new TypeError('')),
  () => assert.fail(), () => assert.fail('words'), () => assert.fail(new TypeError('own')), () => assert.fail(1),
  () => new assert.AssertionError(), () => new assert.AssertionError(1), () => new assert.AssertionError({ actual: 1, expected: 2, operator: 'is' }).message, () => new assert.AssertionError({ message: 'm' }).generatedMessage,
);
const error = (() => { try { assert.strictEqual(1, 2); } catch (caught) { return caught; } })();
show(() => Object.keys(error), () => error.toString(), () => [error.name, error.code, error.actual, error.expected, error.operator, error.generatedMessage], () => error instanceof assert.AssertionError);
console.log(error.stack.split('\n')[0]);
const withoutFrames = (value) => inspect(value).replace(/\n +at .*/g, '');
console.log(withoutFrames(error));
console.log(withoutFrames(new assert.AssertionError({ actual: { a: { b: { c: 1 } } }, expected: [[[[]]]], operator: 'deepStrictEqual' })));
console.log(withoutFrames(new assert.AssertionError({ message: 'm', actual: 'z'.repeat(600), expected: 'a\n'.repeat(20), operator: 'x' })));

const full = new assert.Assert({ diff: 'full' });
show(
  () => full, () => full instanceof assert.Assert, () => full.equal(1, '1'), () => new assert.Assert({ strict: false }).equal(1, '1'), () => new assert.Assert({ skipPrototype: true }).deepStrictEqual(Object.create(null), {}),
  () => assert.Assert(), () => new assert.Assert({ diff: 'x' }), () => full.throws(() => {}), () => { const { equal } = full; equal(1, '1'); },
);
showSettled(
  () => assert.rejects(Promise.resolve(1)), () => assert.rejects(async () => 1, 'words'), () => assert.rejects(Promise.reject(new Error('x')), /y/), () => assert.rejects(Promise.reject(new Error('x')), /x/), () => assert.rejects(1),
  () => assert.rejects(() => 1), () => assert.rejects(boom(new Error('sync'))), () => assert.rejects(async () => { throw new Error('x'); }, { message: 'x' }), () => assert.rejects({ then() {} }), () => assert.rejects(Promise.resolve(1), TypeError),
  () => assert.doesNotReject(Promise.reject(new Error('x'))), () => assert.doesNotReject(async () => {}), () => assert.doesNotReject(Promise.reject(new Error('x')), 'words'), () => assert.doesNotReject(Promise.reject(new TypeError('x')), TypeError),
);
