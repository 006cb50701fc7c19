const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const p = new Promise((resolve) => setTimeout(resolve, 1));
als.run('a', () => p.then(() => say('then')));
als.run('b', () => p.then(() => { throw 1; }).catch(() => say('catch')).finally(() => say('finally')));
p.then(() => say('none'));
const q = als.run('c', () => p.then(() => 1));
als.run('d', () => q.then(() => say('chained')));
