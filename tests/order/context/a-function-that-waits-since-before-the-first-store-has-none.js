let als;
const say = (what) => console.log(what, als?.getStore());
let go;
const gate = new Promise((resolve) => { go = resolve; });
(async () => {
  await gate;
  say('waiter');
  await 0;
  say('waiter, later');
  try { await Promise.reject(1); } catch { say('waiter, caught'); }
})();
(async () => {
  try { await gate.then(() => { throw 1; }); } catch { say('second waiter'); }
})();
const { AsyncLocalStorage } = require('node:async_hooks');
als = new AsyncLocalStorage();
als.run('store', async () => { await 0; say('store'); go(); });
