'use strict';
const util = require('util');
const show = (value) => console.log(util.inspect(value, { showHidden: true }));
show([1, 2]);
show({ a: 1 });
show(Object.defineProperty({ shown: 1 }, 'hidden', { value: { deep: 1 } }));
show(new Map([[1, 2]]));
show(new Set([1]));
show(/x/g);
show(new Date(0));
show('string');
show(new String('ab'));
show(Promise.resolve(1));
class Base { get accessor() { return 1; } method() {} }
Base.prototype.data = 5;
Base.prototype[Symbol('s')] = 6;
class Derived extends Base {}
Derived.prototype.more = { a: 1 };
show(new Base());
show(new Derived());
show(Object.assign(new Derived(), { data: 'own' }));
show(Object.create(new Derived()));
show(Object.create({ inherited: 1 }));
show(Object.create(null, { x: { value: 1 } }));
show([[1], { a: [2] }]);
show(Object.assign([1], { extra: 1 }));
console.log(util.inspect(new Derived(), { showHidden: true, colors: true }));
console.log(util.inspect({ a: { b: { c: { d: 1 } } } }, true), util.inspect([1], true));
