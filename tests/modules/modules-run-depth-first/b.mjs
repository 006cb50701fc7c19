import './c.mjs'; import './d.mjs'; console.log('b');
