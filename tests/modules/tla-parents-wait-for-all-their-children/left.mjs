import './slow.mjs'; console.log('left');
