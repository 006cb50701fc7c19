'use strict';
console.log(new Map(), new Map([[1, 2]]), new Map([['a', { b: 1 }], [{ k: 1 }, [1, 2]]]));
console.log(new Set(), new Set([1, 'two', { three: 3 }, [4]]));
console.log(new Map([[new Map([[1, 2]]), new Set([3])]]), new Set([new Set([new Set([new Set([1])])])]));
console.log(new Map([[1, new Map([[2, new Map([[3, new Map([[4, 5]])]])]])]]));
console.log(Object.assign(new Map([[1, 2]]), { extra: true }), Object.assign(new Set([1]), { [Symbol('s')]: 1 }));
class MyMap extends Map {}
class MySet extends Set { constructor(...args) { super(...args); this.own = 'field'; } }
console.log(new MyMap(), new MyMap([['k', 'v']]), new MySet([1, 2]));
console.log(new Map(Array.from({ length: 30 }, (_, i) => [i, i * i])));
console.log(new Set(Array.from({ length: 30 }, (_, i) => i * i)));
console.log(new Map(Array.from({ length: 110 }, (_, i) => [i, i])));
console.log(new Set(Array.from({ length: 110 }, (_, i) => i)));
console.log({ map: new Map([['long key '.repeat(4), 'long value '.repeat(5)]]) });
console.log(new Map([['x', undefined], [undefined, null], [NaN, -0]]));
console.log(Map.prototype, Set.prototype);
