import './fast.mjs'; console.log('right');
