import { a, b, c, rest, v, change } from './lib.mjs';
console.log(a, b, c, rest, v);
change();
console.log(a, b, c, rest, v);
