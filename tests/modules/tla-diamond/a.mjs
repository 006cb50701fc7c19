import './base.mjs'; console.log('a');
