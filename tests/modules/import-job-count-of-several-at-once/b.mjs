import './a.mjs'; console.log('b');
