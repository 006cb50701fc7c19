console.log('b begins');
exports.done = false;
const a = require('./cycle-a.js');
console.log('in b, a.done is', a.done);
exports.done = true;
console.log('b ends');
