import { a } from './main.mjs';
export function b() { return 'b' + a(); }
console.log('b', a(), b());
