console.log('start');
import('./two.mjs').then(() => console.log('imported'));
import('node:fs').then(() => console.log('builtin'));
setTimeout(() => console.log('timeout'), 0);
setImmediate(() => console.log('immediate'));
process.nextTick(() => { console.log('tick'); Promise.resolve().then(() => console.log('job of the tick')); });
let p = Promise.resolve();
for (let i = 1; i <= 12; i++) p = p.then(() => console.log(i));
console.log('end');
