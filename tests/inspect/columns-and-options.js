'use strict';
const util = require('util');
const numbers = Array.from({ length: 30 }, (_, i) => i * 111);
const words = Array.from({ length: 20 }, (_, i) => 'w'.repeat((i % 5) + 1));
for (const options of [{ breakLength: 40 }, { breakLength: 120 }, { breakLength: 20 }, { breakLength: Infinity }, { compact: 1 }, { compact: 2 }, { compact: 5 }, { compact: true }, { compact: false }, { compact: 0 }, { colors: true }]) {
  console.log(options);
  console.log(util.inspect(numbers, options));
  console.log(util.inspect({ words }, options));
}
