console.log('2 begins');
require('./ring-3.js');
console.log('2 ends');
