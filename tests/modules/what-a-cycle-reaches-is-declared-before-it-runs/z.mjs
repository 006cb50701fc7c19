import { w } from './w.mjs';
const k = 'k';
export function z() { return 'z' + w(); }
export function readConstant() { return k; }
export { w };
console.log('z');
