console.log('main 1');
const p = import('./a.mjs').then(() => console.log('a imported'));
import('./b.mjs').then(() => console.log('b imported'));
console.log('main 2');
await p;
console.log('main 3');
