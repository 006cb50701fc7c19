import { nope } from './fruit.mjs';
console.log('never');
