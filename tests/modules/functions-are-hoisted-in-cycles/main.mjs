import { b } from './b.mjs';
export function a() { return 'a'; }
console.log('main', b());
