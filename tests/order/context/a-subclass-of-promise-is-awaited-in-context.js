const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
class Sub extends Promise { then(a, b) { say('then'); return super.then(a, b); } }
als.run('a', async () => { await Sub.resolve(1); say('after'); });
als.run('b', () => Sub.resolve(2).finally(() => say('finally')));
