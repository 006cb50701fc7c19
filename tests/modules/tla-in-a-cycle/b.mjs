import { a, hoisted } from './a.mjs';
export const early = hoisted();
export let b = 'b';
try { a; } catch (e) { console.log(e.message); }
await 0;
console.log('b done');
