console.log('main');
const a = require('./parts/cycle-a.js');
console.log('main has', a.done, require('./parts/cycle-b.js').done);
