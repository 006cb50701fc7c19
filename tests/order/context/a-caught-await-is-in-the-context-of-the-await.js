const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function work() {
  try {
    await Promise.reject(1);
  } catch {
    say('catch');
  } finally {
    say('finally');
  }
  say('after');
}
als.run('a', work);
als.run('b', work);
work();
