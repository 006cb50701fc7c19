import './a.mjs'; console.log('b'); throw new Error('b fails');
