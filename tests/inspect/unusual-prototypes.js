'use strict';
class Foo {}
console.log(Object.create(Object.create(null)), Object.create(Object.create(Object.create(null))));
console.log(Object.create({}), Object.create({ a: 1 }), Object.create([]), Object.create(new Map([[1, 2]]).__proto__));
console.log(Object.create({ constructor: {} }), Object.create({ constructor: function () {} }), Object.create({ constructor: Foo }));
console.log(Object.create(Object.setPrototypeOf({ constructor: Foo }, null)));
console.log(Object.create(Array.prototype), Object.create(Function.prototype), Object.create(Date.prototype), Object.create(RegExp.prototype), Object.create(Promise.prototype));
console.log(Object.setPrototypeOf([1, 2], Foo.prototype), Object.setPrototypeOf([1], Object.prototype));
console.log(Object.setPrototypeOf(/x/, Object.prototype), Object.setPrototypeOf(new Date(0), Foo.prototype));
console.log(Object.setPrototypeOf(function f() {}, Foo.prototype), Object.setPrototypeOf(function f() {}, Object.prototype));
console.log(Object.setPrototypeOf(new Map([[1, 2]]), Foo.prototype));
console.log({ a: { b: { c: Object.create(Object.create(null)) } } });
