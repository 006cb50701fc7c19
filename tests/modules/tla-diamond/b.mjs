import './base.mjs'; console.log('b 1'); await 0; console.log('b 2');
