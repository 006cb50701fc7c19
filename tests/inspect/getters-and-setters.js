'use strict';
const util = require('util');
const o = {
  get g() { return 1; },
  set s(v) {},
  get gs() { return { a: 1 }; }, set gs(v) {},
  get thrower() { throw new RangeError('nope'); },
  get nul() { return null; },
  get str() { return 'text'; },
  get fn() { return function named() {}; },
  get arr() { return [1, [2, [3, [4]]]]; },
  get undef() { return undefined; },
};
console.log(o);
const firstLine = (text) => text.replace(/\n +at .*/g, '');
for (const getters of [true, false, 'get', 'set', 'other']) console.log(getters, firstLine(util.inspect(o, { getters })));
const array = [1];
Object.defineProperty(array, 1, { get() { return 'element'; }, enumerable: true });
console.log(array, util.inspect(array, { getters: true }));
console.log({ a: { get deep() { return 1; } } });
class WithAccessor { get x() { return 1; } }
console.log(new WithAccessor(), util.inspect(new WithAccessor(), { getters: true, showHidden: true }));
const receiver = { v: 5, get self() { return this.v; } };
console.log(util.inspect(receiver, { getters: true }));
