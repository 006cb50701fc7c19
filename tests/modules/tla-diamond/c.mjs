import './base.mjs'; import './b.mjs'; console.log('c');
