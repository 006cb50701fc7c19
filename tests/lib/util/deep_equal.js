'use strict';
// Which of many values are deeply equal, in each of the four readings. Every pair is compared.
const assert = require('assert');
const { isDeepStrictEqual } = require('util');

const k = Symbol.for('k');
class A { constructor() { this.a = 1; } }
const make = {
  undefined: () => undefined, null: () => null, zero: () => 0, minusZero: () => -0, nan: () => NaN, one: () => 1, oneText: () => '1', true: () => true, oneBig: () => 1n,
  empty: () => ({}), a1: () => ({ a: 1 }), a1text: () => ({ a: '1' }), ab: () => ({ a: 1, b: 2 }), ba: () => ({ b: 2, a: 1 }), nullProto: () => Object.create(null),
  aUndefined: () => ({ a: undefined }), symbolKey: () => ({ [k]: 1 }), symbolKey2: () => ({ [k]: 2 }), hidden: () => Object.defineProperty({}, 'a', { value: 1 }),
  getter: () => ({ get a() { return 1; } }), ofClass: () => new A(), protoObject: () => Object.create({}), tagged: () => ({ [Symbol.toStringTag]: 'X' }),
  array: () => [], array1: () => [1], array1text: () => ['1'], array12: () => [1, 2], hole: () => [, 1], notHole: () => [undefined, 1], arrayProp: () => Object.assign([1], { x: 1 }),
  arraySymbol: () => Object.assign([1], { [k]: 1 }), long: () => [1, 2, 3, 4, 5, { a: 1 }], sub: () => [3, { a: 1 }], argumentsOf1: () => (function () { return arguments; })(1),
  date0: () => new Date(0), date1: () => new Date(1), invalidDate: () => new Date(NaN), dateProp: () => Object.assign(new Date(0), { x: 1 }),
  regExpG: () => /a/g, regExpI: () => /a/i, regExpMoved: () => Object.assign(/a/g, { lastIndex: 3 }),
  error: () => new Error('x'), errorY: () => new Error('y'), typeError: () => new TypeError('x'), errorCode: () => Object.assign(new Error('x'), { code: 1 }),
  errorCause1: () => new Error('x', { cause: 1 }), errorCause2: () => new Error('x', { cause: 2 }), errorNoCause: () => new Error('x', { cause: undefined }),
  aggregate1: () => new AggregateError([1], 'x'), aggregate2: () => new AggregateError([2], 'x'),
  map: () => new Map(), map12: () => new Map([[1, 2]]), map12text: () => new Map([['1', 2]]), mapObject: () => new Map([[{ a: 1 }, 2]]), mapUndefined: () => new Map([[1, undefined]]),
  mapUndefined2: () => new Map([[2, undefined]]), mapMixed: () => new Map([[1, 2], [{ a: 1 }, { b: 2 }]]), mapMixed2: () => new Map([[{ a: 1 }, { b: 2 }], [1, 2]]),
  mapNull: () => new Map([[null, 1]]), looseMap: () => new Map([['1', 1], [2, '2']]), looseMap2: () => new Map([[1, '1'], ['2', 2]]),
  set: () => new Set(), set1: () => new Set([1]), set1text: () => new Set(['1']), setObject: () => new Set([{ a: 1 }]), setMixed: () => new Set([1, { a: 1 }]),
  setMixed2: () => new Set([{ a: 1 }, 1]), setTwins: () => new Set([{ a: 1 }, { a: 1 }]), setSiblings: () => new Set([{ a: 1 }, { b: 1 }]), setNull: () => new Set([null]),
  setUndefined: () => new Set([undefined]), setProp: () => Object.assign(new Set([1]), { x: 1 }), setArrays: () => new Set([[1, 2], [3]]), setArrays2: () => new Set([[3], [1, 2]]),
  setEmptyText: () => new Set(['']), setZero: () => new Set([0]),
  uint8: () => new Uint8Array([1, 2]), uint8b: () => new Uint8Array([1, 3]), int8: () => new Int8Array([1, 2]), float0: () => new Float32Array([0]), floatMinus0: () => new Float32Array([-0]),
  floatNaN: () => new Float64Array([NaN]), uint8Prop: () => Object.assign(new Uint8Array([1, 2]), { x: 1 }), arrayBuffer: () => new ArrayBuffer(2), arrayBuffer1: () => new Uint8Array([1, 0]).buffer,
  number: () => Object(1), number2: () => Object(2), numberMinus0: () => Object(-0), number0: () => Object(0), string: () => Object('1'), stringProp: () => Object.assign(Object('1'), { x: 1 }),
  boolean: () => Object(true), symbol: () => Object(Symbol.for('x')), bigint: () => Object(1n), max: () => Math.max, min: () => Math.min,
  weakMap: () => new WeakMap(), promise: () => Promise.resolve(1), circular: () => { const o = { a: 1 }; o.o = o; return o; },
  circular2: () => { const o = { a: 1 }; o.o = { a: 1, o }; return o; }, nested: () => ({ a: { b: [1, { c: new Set([{ d: 1 }]) }] } }), nested2: () => ({ a: { b: [1, { c: new Set([{ d: 2 }]) }] } }),
  proxy: () => new Proxy({ a: 1 }, {}), arrayProxy: () => new Proxy([1], {}), ownConstructor: () => ({ constructor: Object }),
};
const names = Object.keys(make);
// A failing assertion costs far more than a passing one, and most pairs differ.
const throws = (fn) => {
  try {
    fn();
    return false;
  } catch (error) {
    if (error.code !== 'ERR_ASSERTION') throw error;
    return true;
  }
};
const readings = {
  strict: isDeepStrictEqual,
  'any prototype': (a, b) => isDeepStrictEqual(a, b, true),
  loose: (a, b) => throws(() => assert.notDeepEqual(a, b, 'equal')),
};
for (const [reading, equal] of Object.entries(readings)) {
  for (const name of names) console.log(`${reading}: ${name} = ${names.filter((other) => equal(make[name](), make[other]())).join(' ')}`);
}
const some = names.filter((name) => /^(empty|a1|ab|nullProto|symbol|hole|notHole|array|long|sub|date|error|map|set)/.test(name));
for (const name of some) {
  const within = some.filter((other) => other[0] === name[0] && !throws(() => assert.partialDeepStrictEqual(make[name](), make[other](), 'different')));
  console.log(`partial: ${name} contains ${within.join(' ')}`);
}
