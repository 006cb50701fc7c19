const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function work() {
  try {
    return await Promise.resolve(1);
  } finally {
    say('finally');
  }
}
als.run('a', work).then(() => say('then'));
als.run('b', work);
