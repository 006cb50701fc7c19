import def, { f, swap } from './lib.mjs';
console.log(f(), def());
swap();
console.log(f(), def());
