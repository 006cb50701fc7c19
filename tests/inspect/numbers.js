'use strict';
const util = require('util');
console.log(1, -1, 0, -0, 1.5, NaN, Infinity, -Infinity, 1e21, 1e-7, 123456789.123);
console.log([1, -0, NaN], { zero: -0, big: 1e300 });
console.log(0.1 + 0.2, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, Number.EPSILON);
console.log(-0);
console.log([-0, 0]);
console.log(util.inspect(-0), util.inspect(42), util.inspect(NaN));
console.log(10n, -10n, [10n], { n: 2n ** 100n });
