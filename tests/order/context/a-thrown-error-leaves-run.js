const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
try { als.run('a', () => { throw new Error('x'); }); } catch (e) { say(e.message); }
try { als.run('a', 5); } catch (e) { say(e.name); }
console.log(als.run('a', (...x) => x.concat(als.getStore()), 1, 2));
als.run('a', function () { 'use strict'; console.log(this); });
