import './left.mjs'; import './right.mjs';
console.log('main');
