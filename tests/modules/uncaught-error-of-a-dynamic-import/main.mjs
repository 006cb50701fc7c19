import('./bad.mjs');
console.log('main ends');
