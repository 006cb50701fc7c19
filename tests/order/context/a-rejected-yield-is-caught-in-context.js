const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* g() {
  try { yield Promise.reject(1); } catch (e) { say(`caught ${e}`); }
  try { yield new Promise((_, reject) => setTimeout(reject, 1, 2)); } catch (e) { say(`caught ${e}`); } finally { say('finally'); }
  yield 3;
}
als.run('a', async () => { for await (const n of g()) say(n); });
als.run('b', async () => { for await (const n of g()) say(n); });
