console.log('a begins');
exports.done = false;
const b = require('./cycle-b.js');
console.log('in a, b.done is', b.done);
exports.done = true;
console.log('a ends');
