const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const soon = (x, ms) => new Promise((r) => setTimeout(r, ms, x));
als.run('a', async () => {
  await Promise.all([soon(1, 1), 2]); say('all');
  await Promise.race([soon(1, 1), soon(2, 30)]); say('race');
  await Promise.any([Promise.reject(1), soon(2, 1)]); say('any');
  await Promise.allSettled([Promise.reject(1), soon(2, 1)]); say('allSettled');
  await Promise.any([Promise.reject(1)]).catch(() => say('none'));
  await Promise.try(() => say('try')); say('after try');
});
als.run('b', () => Promise.all([1, 2].map(async (x) => { await 0; say(x); })).then(() => say('all')));
