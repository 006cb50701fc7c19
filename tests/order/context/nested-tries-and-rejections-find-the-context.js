const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function work() {
  try {
    try {
      await Promise.reject('first');
    } finally {
      say('inner finally');
      als.enterWith('changed');
    }
  } catch (e) {
    say(e);
    try {
      await Promise.reject('second');
    } catch (e) {
      say(e);
    }
  }
  for (let i = 0; i < 2; i++) {
    try {
      await Promise.reject(i);
    } catch {
      say(`turn ${i}`);
      continue;
    } finally {
      say(`end ${i}`);
    }
  }
}
als.run('a', work);
als.run('b', work);
