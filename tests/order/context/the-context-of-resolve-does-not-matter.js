const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
let resolve;
const p = new Promise((r) => { resolve = r; });
als.run('waiter', async () => { await p; say('await'); });
als.run('waiter 2', () => p.then(() => say('then')));
als.run('resolver', () => resolve());
