import { late } from './main.mjs';
console.log('before');
console.log(late);
