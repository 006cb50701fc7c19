'use strict';
console.log([], [1], [1, 2, 3], ['a', 'b'], [undefined, null], [[]], [{}], [[1, [2]]]);
console.log([1, 'a', true, null, undefined, Symbol('s'), 1n, () => {}, {}, []]);
console.log([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7]);
console.log(Array.of(1), new Array(3).fill(0), Array.from('abc'));
console.log(Object.assign([1, 2, 3], { extra: true, 'another-key': 1 }), Object.assign([], { only: 1 }));
console.log(Object.assign([1, 2, 3, 4, 5, 6, 7, 8], { extra: true }));
class Sub extends Array {}
console.log(new Sub(), Sub.from([1, 2, 3]), new Sub(3), [Sub.of('x')]);
console.log(Object.defineProperty([1], 'hidden', { value: 1 }));
console.log([['a', 1], ['b', 2]], [[['x']]], [{ a: 1 }, { b: 2 }]);
