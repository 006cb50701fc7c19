const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function setUp(value) {
  als.enterWith(value);
  await 0;
}
async function work() {
  await setUp('set up');
  say('after');
  await (als.enterWith('again'), 0);
  say('after again');
  try {
    await (als.enterWith('third'), Promise.reject(1));
  } catch {
    say('caught');
  }
}
als.run('start', work).then(() => say('then'));
say('main');
