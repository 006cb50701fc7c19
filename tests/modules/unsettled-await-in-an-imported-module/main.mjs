import './a.mjs';
import './b.mjs';
console.log('never');
