import './shared.mjs';
console.log('b');
