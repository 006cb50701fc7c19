const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* numbers() { yield 1; say('in generator'); yield 2; say('in generator'); }
als.run('a', async () => {
  for await (const n of numbers()) {
    say(`body ${n}`);
    als.enterWith(`after ${n}`);
  }
  say('after');
});
