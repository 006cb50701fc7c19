import './a.mjs'; import './after.mjs';
console.log('main');
