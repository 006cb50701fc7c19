'use strict';
// util.types: one row per test, one column per value; disguises do not help.
const { types } = require('util');

const values = {
  arguments: (function () { return arguments; })(1), arrayBuffer: new ArrayBuffer(1), asyncFunction: async () => {}, asyncGeneratorFunction: async function* () {},
  generatorFunction: function* () {}, generator: (function* () {})(), asyncGenerator: (async function* () {})(), bigint: Object(1n), boolean: Object(true),
  number: Object(1), string: Object('s'), symbol: Object(Symbol()), date: new Date(0), map: new Map(), mapKeys: new Map().keys(), set: new Set(),
  setValues: new Set().values(), weakMap: new WeakMap(), weakSet: new WeakSet(), promise: Promise.resolve(), regExp: /x/, error: new Error(), typeError: new TypeError(),
  dataView: new DataView(new ArrayBuffer(1)), uint8: new Uint8Array(1), float64: new Float64Array(1), bigint64: new BigInt64Array(1), array: [], arrayIterator: [].values(),
  plain: {}, nullPrototype: Object.create(null), function: () => {}, class: class {}, proxyOfMap: new Proxy(new Map(), {}), proxyOfFunction: new Proxy(() => {}, {}),
  disguisedMap: { [Symbol.toStringTag]: 'Map' }, mapWithoutPrototype: Object.setPrototypeOf(new Map(), null), fakeError: Object.create(Error.prototype),
  fakeDate: Object.create(Date.prototype), fakeTyped: Object.create(Uint8Array.prototype), domException: new DOMException('x'),
  null: null, undefined, zero: 0, text: 'text', primitiveSymbol: Symbol.iterator,
};
for (const name of Object.keys(types)) {
  const row = Object.keys(values).filter((key) => types[name](values[key]));
  console.log(`${name}: ${row.join(' ')}`);
}
