import './a.mjs'; await 0; console.log('never');
