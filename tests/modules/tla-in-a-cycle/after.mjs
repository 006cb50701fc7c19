import { a } from './a.mjs';
console.log('after', a);
