
import { name as first } from './p1.mjs'; // a cycle
export const name = 'p8';
console.log(name, import.meta.url.slice(-7), typeof (() => first));
