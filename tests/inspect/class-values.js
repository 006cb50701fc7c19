'use strict';
class A {}
class B extends A {}
class Statics { static a = 1; static b() {} static #c = 2; }
console.log(A, B, class {}, class extends A {}, class Named extends B {}, class N extends null {});
console.log([A, B], { A, B }, Statics);
console.log(Object.assign(class WithProps {}, { x: 1 }));
console.log(class Foo { static name = 3; }, class Foo { static name() {} }, class Foo { static name = 'own'; });
console.log(class /* comment { ( */ Commented /* ) */ {}, class
  Newline {});
console.log(class $ {}, class _ {}, class classy {}, { class() {} }.class, { classes() {} }.classes);
console.log(Object.setPrototypeOf(class Odd {}, {}), Object.setPrototypeOf(class Null {}, null));
console.log(new (class Meta { static meta = class Inner {}; })().constructor);
console.log(class extends (class Hidden {}) {});
console.log(class Err extends Error {}, class Arr extends Array {}, class P extends Promise {});
console.log({ a: { b: { c: class Deep { static x = 1; } } } });
