require('./parts/ring-1.js');
console.log('main ends');
