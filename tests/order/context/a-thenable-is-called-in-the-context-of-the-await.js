const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const thenable = (name) => ({ then(resolve) { say(`then of ${name}`); resolve(name); } });
als.run('a', async () => { await thenable(1); say('after'); });
als.run('b', () => Promise.resolve(thenable(2)).then(() => say('resolved')));
als.run('c', () => Promise.resolve().then(() => thenable(3)).then(() => say('chained')));
als.run('d', async () => { try { await { then(_, reject) { say('then'); reject(1); } }; } catch { say('caught'); } });
als.run('e', () => Promise.all([thenable(4), thenable(5)]).then(() => say('all')));
