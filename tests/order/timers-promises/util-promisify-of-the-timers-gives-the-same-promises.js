const { promisify } = require('util');
promisify(setImmediate)('immediate')
  .then((v) => { console.log(v); return promisify(setTimeout)(2, 'timeout'); })
  .then((v) => console.log(v));
console.log(promisify(setTimeout) === require('timers/promises').setTimeout);
