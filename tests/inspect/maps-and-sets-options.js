'use strict';
const util = require('util');
const map = new Map([['b', { c: { d: { e: 1 } } }], ['a', [1, 2, 3]]]);
const set = new Set(['z', 'a', { m: 1 }]);
for (const options of [{ depth: 0 }, { sorted: true }, { maxArrayLength: 1 }, { maxArrayLength: 0 }, { compact: false }, { compact: true }, { showHidden: true }, { colors: true }, { breakLength: 30 }]) {
  console.log(util.inspect(map, options), util.inspect(set, options));
}
