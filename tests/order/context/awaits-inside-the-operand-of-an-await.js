const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const f = async (x) => { await 0; say(`f ${x}`); return x + 1; };
als.run('a', async () => {
  say(await f(await f(await f(1))));
  try {
    await f(await f(await Promise.reject(7)));
  } catch (e) {
    say(`caught ${e}`);
  }
  try {
    await Promise.reject(await f(5));
  } catch (e) {
    say(`caught ${e}`);
  }
});
als.run('b', async () => { await 0; await 0; say('b'); });
