import * as a from './a.mjs';
export { a };
console.log('b runs');
