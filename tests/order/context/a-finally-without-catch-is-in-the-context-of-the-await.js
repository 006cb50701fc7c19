const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function inner() {
  try {
    await Promise.reject(new Error('x'));
  } finally {
    say('inner finally');
    await 0;
    say('inner finally, later');
  }
}
async function outer() {
  try {
    await inner();
  } catch (error) {
    say(error.message);
  }
}
als.run('a', outer);
als.run('b', outer);
