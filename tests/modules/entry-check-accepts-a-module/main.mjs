import { x } from './nothing.mjs';
console.log(await x);
