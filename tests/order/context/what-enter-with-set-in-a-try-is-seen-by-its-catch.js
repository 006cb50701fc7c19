const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function work(first, second) {
  als.enterWith(first);
  await 0;
  try {
    als.enterWith(second);
    await Promise.reject(1);
  } catch {
    say('catch');
  }
  say('after');
}
als.run('x', work, 1, 2);
als.run('y', work, 3, 4);
