process.nextTick(() => console.log('tick of main'));
require('./parts/schedules.js');
Promise.resolve().then(() => console.log('promise of main'));
console.log('main ends');
