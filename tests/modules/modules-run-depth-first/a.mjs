import './d.mjs'; console.log('a');
