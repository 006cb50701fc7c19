import './ok.mjs';
import './bad.mjs';
console.log('never');
