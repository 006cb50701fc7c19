console.log('a 1');
import './shared.mjs';
await 0;
console.log('a 2');
