console.log('1 begins');
require('./ring-2.js');
console.log('1 ends');
