'use strict';
console.log(Array.from({ length: 10 }, () => ({ a: 1 })));
console.log([[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [13, 14]]);
console.log(Array.from({ length: 20 }, (_, i) => ['a', i]));
console.log(Array.from({ length: 7 }, () => () => {}));
console.log(Array.from({ length: 7 }, () => new Map()));
console.log(Array.from({ length: 9 }, () => []), Array.from({ length: 9 }, () => ({})));
console.log(Array.from({ length: 8 }, (_, i) => ({ id: i, name: `name ${i}`, tags: ['a', 'b'] })));
console.log(Array.from({ length: 7 }, (_, i) => new Date(i * 86400000)));
