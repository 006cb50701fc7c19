'use strict';
class Odd extends Map { *[Symbol.iterator]() { yield ['from', 'own iterator']; } }
console.log(new Odd([[1, 2]]));
class Sized extends Set { get size() { return 7; } }
console.log(new Sized([1, 2]));
class Tagged extends Map { get [Symbol.toStringTag]() { return 'Tagged'; } }
console.log(new Tagged([[1, 2]]), new (class extends Map {})([[1, 2]]), new (class Foo extends Set { get [Symbol.toStringTag]() { return 'bar'; } })());
class Stack extends Array { peek() { return this.at(-1); } }
console.log(Stack.from([1, 2]), new Stack(), Object.assign(Stack.of(1), { name: 'named' }));
class Bytes extends Uint8Array { get [Symbol.toStringTag]() { return 'Bytes'; } }
console.log(new Bytes(2));
class Later extends Promise { get [Symbol.toStringTag]() { return 'Later'; } }
console.log(Later.resolve(1));
class Fn extends Function {}
console.log(new Fn('return 1'));
class Buf extends ArrayBuffer {}
console.log(new Buf(2));
class Num extends Number {}
class Err extends AggregateError {}
console.log(new Num(1), [new Num(2)], Object.prototype.toString.call(new Err([])));
const noIterator = Object.assign([1, 2], { [Symbol.iterator]: undefined });
console.log(noIterator);
const fake = { length: 2, 0: 'a', 1: 'b', [Symbol.iterator]: Array.prototype[Symbol.iterator] };
console.log(fake);
