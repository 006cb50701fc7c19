import { hoisted, own } from './main.mjs';
console.log(hoisted());
try { own; } catch (e) { console.log(e.message); }
export const fromC = 'c';
