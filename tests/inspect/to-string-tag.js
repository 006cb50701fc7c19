'use strict';
class Tagged { get [Symbol.toStringTag]() { return 'tag'; } }
class Same { get [Symbol.toStringTag]() { return 'Same'; } }
class Dotted { get [Symbol.toStringTag]() { return 'a.b.Dotted'; } }
class Throws { get [Symbol.toStringTag]() { throw new Error('no'); } }
class NotString { get [Symbol.toStringTag]() { return 5; } }
class EmptyTag { get [Symbol.toStringTag]() { return ''; } }
console.log(new Tagged(), new Same(), new Dotted(), new Throws(), new NotString(), new EmptyTag());
console.log({ [Symbol.toStringTag]: 'own' }, Object.create({ [Symbol.toStringTag]: 'inherited' }));
console.log(Object.defineProperty({ a: 1 }, Symbol.toStringTag, { value: 'hidden' }));
console.log(require('util').inspect(Object.defineProperty({ a: 1 }, Symbol.toStringTag, { value: 'hidden' }), { showHidden: true }));
console.log(Object.defineProperty([1, 2], Symbol.toStringTag, { value: 'tagged array' }));
console.log(Object.defineProperty(new Map([[1, 2]]), Symbol.toStringTag, { value: 'tagged map' }));
console.log(Object.defineProperty(Object.create(null), Symbol.toStringTag, { value: 'tagged null' }));
console.log(Object.defineProperty(function f() {}, Symbol.toStringTag, { value: 'tagged fn' }));
console.log(Object.defineProperty(class C {}, Symbol.toStringTag, { value: 'tagged class' }));
console.log(Object.defineProperty(new Date(0), Symbol.toStringTag, { value: 'tagged date' }));
console.log(Object.defineProperty(/x/, Symbol.toStringTag, { value: 'tagged re' }));
console.log(Object.defineProperty(Promise.resolve(1), Symbol.toStringTag, { value: 'tagged promise' }));
console.log(Object.defineProperty(Object(1), Symbol.toStringTag, { value: 'tagged number' }));
console.log(Math, JSON, Reflect, Atomics);
console.log({ a: { b: { c: new Tagged() } } }, { a: { b: { c: Object.assign(new Tagged(), { x: 1 }) } } });
