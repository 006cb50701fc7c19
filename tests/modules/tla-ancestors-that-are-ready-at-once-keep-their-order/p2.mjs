import './x.mjs'; console.log('p2');
