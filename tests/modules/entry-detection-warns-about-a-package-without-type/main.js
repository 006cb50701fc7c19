import './lib.js';
import './pkg/index.js';
console.log('main');
