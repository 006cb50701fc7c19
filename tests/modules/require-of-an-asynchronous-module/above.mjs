export { default } from './awaits.mjs';
console.log('above runs');
