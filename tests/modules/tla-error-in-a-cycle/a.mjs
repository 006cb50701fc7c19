import './b.mjs'; console.log('never');
