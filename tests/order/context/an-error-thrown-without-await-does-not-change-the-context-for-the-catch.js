const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function work() {
  await 0;
  try {
    await 0;
    als.enterWith('b');
    throw 1;
  } catch {
    say('catch');
  }
  try {
    await 0;
    als.enterWith('c');
  } finally {
    say('finally');
  }
}
als.run('a', work);
