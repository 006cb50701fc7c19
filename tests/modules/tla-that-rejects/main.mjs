import './sibling.mjs';
import './rejects.mjs';
import './late.mjs';
console.log('never');
