import './a.mjs';
console.log('b 1'); await 0; console.log('b 2');
export const name = 'b';
