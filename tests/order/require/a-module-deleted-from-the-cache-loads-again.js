require('./parts/counter.js');
delete require.cache[require.resolve('./parts/counter.js')];
console.log(require('./parts/counter.js').loads);
