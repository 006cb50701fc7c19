import './b.mjs';
console.log('a 1'); await 0; console.log('a 2');
export const name = 'a';
