import './d.mjs'; import './b.mjs'; console.log('c');
