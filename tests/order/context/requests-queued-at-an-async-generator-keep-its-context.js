const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* g() { say('one'); yield 1; say('two'); yield; say('three'); yield 3; }
const it = g();
als.run('a', () => it.next());
als.run('b', () => it.next());
als.run('c', () => it.next()).then(() => say('main'));
