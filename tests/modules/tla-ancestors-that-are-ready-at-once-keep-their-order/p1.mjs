import './x.mjs'; console.log('p1');
