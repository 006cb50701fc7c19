import './bad.mjs'; console.log('never');
