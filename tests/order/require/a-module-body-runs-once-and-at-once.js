console.log('main begins');
const a = require('./parts/counter.js');
const again = require('./parts/counter');
console.log(a === again, a.loads);
console.log('main ends');
