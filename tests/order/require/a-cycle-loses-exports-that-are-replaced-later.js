const p = require('./parts/replaced-a.js');
console.log('main sees', typeof p);
