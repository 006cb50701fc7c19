'use strict';
// Ticks before promise jobs, both before the loop goes on, and again after every callback.
console.log('start');
setTimeout(() => {
  console.log('timeout');
  Promise.resolve().then(() => console.log('promise in timeout'));
  process.nextTick(() => console.log('tick in timeout'));
}, 0);
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => {
  console.log('promise');
  process.nextTick(() => console.log('tick in promise'));
  queueMicrotask(() => console.log('microtask in promise'));
});
console.log('end');
