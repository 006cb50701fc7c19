console.log('3 begins');
require('./ring-1.js');
console.log('3 ends');
