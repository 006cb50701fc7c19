import './a.mjs'; console.log('b'); await 0; throw new Error('b fails');
