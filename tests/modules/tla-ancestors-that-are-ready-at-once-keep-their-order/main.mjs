import './p3.mjs'; import './p1.mjs'; import './p2.mjs';
console.log('main');
