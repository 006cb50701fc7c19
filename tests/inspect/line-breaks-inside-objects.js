'use strict';
// An object goes on one line only where nothing inside it breaks: strings that are split, symbols and custom strings with line
// breaks of their own, getters, styles of a program's.
const { inspect } = require('util');

const long = `${'word '.repeat(12)}\nand ${'more '.repeat(12)}`;
const values = {
  split: { text: 'a line of some length\nand another one' },
  deep: { a: { b: { text: long } } },
  symbol: { [Symbol('a\nkey')]: Symbol('a\nvalue') },
  custom: { inner: { [inspect.custom]: () => 'two\nlines' } },
  tagged: { inner: { [Symbol.toStringTag]: 'a\ntag', id: 1 } },
  error: { inner: Object.assign(new RangeError('no\nstack'), { stack: 'RangeError: no\nstack' }) },
  keys: { 'a\nkey': 1, "it's": 2, é: 3, __proto__: null },
  proxy: { inner: new Proxy({ text: 'x\ny' }, {}) },
  getter: { get text() { return Symbol('of\ngetter'); }, get other() { return { a: 'b' }; } },
  own: { constructor: 'mine', id: 1 },
  list: [{ id: 1 }, { id: 'two\nlines' }, {}],
  map: new Map([[{ a: 1 }, { b: 'x\ny' }]]),
};
values.circle = { id: 1, self: { of: values.deep } };
values.circle.self.again = values.circle;

for (const options of [{}, { breakLength: 40 }, { breakLength: Infinity }, { compact: false }, { compact: 1 },
  { getters: true }, { showProxy: true, depth: 5 }, { stylize: (text, kind) => `<${kind}\n${text}>` }, { sorted: true }]) {
  console.log(options);
  for (const name of Object.keys(values)) console.log(name, inspect(values[name], options));
}
