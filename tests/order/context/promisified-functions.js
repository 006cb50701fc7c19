const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const { promisify, callbackify } = require('node:util');
const later = promisify((x, callback) => setTimeout(callback, 1, null, x));
als.run('a', async () => {
  say(await later(1));
  await promisify(setTimeout)(1); say('setTimeout');
  try { await promisify((callback) => setTimeout(callback, 1, new Error('x')))(); } catch (e) { say(e.message); }
  callbackify(async () => 5)((error, x) => say(x));
});
