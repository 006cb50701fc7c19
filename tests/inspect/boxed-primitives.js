'use strict';
const util = require('util');
console.log(Object(1), Object('str'), Object(true), Object(1n), Object(Symbol('s')), new Number(-0), new String(''), new Boolean(false));
console.log([Object(1), Object('a')], { boxed: Object(true) });
console.log(Object.assign(Object('ab'), { x: 1 }), Object.assign(Object(1), { y: 2 }));
class Str extends String {}
class Num extends Number { constructor(v) { super(v); this.unit = 'm'; } }
console.log(new Str('sub'), new Num(5));
console.log(util.inspect(new String('abc'), { showHidden: true }), util.inspect(new Number(3), { showHidden: true }));
console.log(Object.setPrototypeOf(Object(1), String.prototype));
console.log(Number.prototype, String.prototype, Boolean.prototype, Symbol.prototype, BigInt.prototype);
console.log(util.inspect(Object('abc'), { colors: true }), util.inspect(Object(5), { colors: true }), util.inspect(Object(Symbol('q')), { colors: true }));
