import { b, early } from './b.mjs';
export function hoisted() { return 'hoisted'; }
console.log('a 1', b, early);
await 0;
export const a = 'a';
console.log('a 2');
