const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
als.run('a', async () => {
  const out = await Array.fromAsync([Promise.resolve(1), 2], async (x) => { say(`map ${x}`); await 0; return x * 2; });
  say(out.join());
  await Array.fromAsync({ length: 1, 0: 'x' }, (x) => say(x));
});
als.run('b', async () => { for (let i = 0; i < 20; i++) await 0; say('b'); });
