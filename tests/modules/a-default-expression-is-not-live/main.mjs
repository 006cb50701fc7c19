import def, { set } from './lib.mjs';
console.log(def);
set(2);
console.log(def);
