const a = require('./parts/data.json');
a.touched = true;
console.log(require('./parts/data.json').touched, a.list.join());
