import './other.js';
export const x = await 1;
console.log('module', typeof require, x);
