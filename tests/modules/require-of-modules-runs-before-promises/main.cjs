Promise.resolve().then(() => console.log('job'));
process.nextTick(() => console.log('tick'));
console.log('before');
require('./lib.mjs');
console.log('after');
