import './before.mjs';
import './throws.mjs';
import './after.mjs';
console.log('never');
